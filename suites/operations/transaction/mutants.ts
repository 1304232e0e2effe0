import { NonIntegerNumber } from "../../../lib/api/json/json.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import {
  forgettingNonces,
  keyless,
  takingAnyKey,
  takingAnySignature,
  takingKeysInAnyCase,
} from "../faults-credentials.ts";
import {
  adding,
  changingMembers,
  changingMembersOf,
  failingAtBodies,
  failingWithoutBody,
  inHtml,
  isEmptyPage,
  isUnknownRecord,
  revealing,
  showingOthers,
  truncating,
  unrouted,
  without,
} from "../faults.ts";

const QUERY = "transaction/query";
const DETAIL = "transaction/detail";

export const transactionMutants = [
  inHtml(QUERY, "transaction.query-envelope"),
  inHtml(DETAIL, "transaction.detail-envelope"),
  without("answers-empty-pages-in-a-list", "transaction.query-envelope", isEmptyPage(QUERY), "[]"),
  without("answers-empty-pages-with-nothing", "transaction.query-envelope", isEmptyPage(QUERY), ""),
  without(
    "answers-unknown-transactions-in-html",
    "transaction.detail-envelope",
    isUnknownRecord(DETAIL),
    "<h1>Not Found</h1>",
  ),
  truncating(QUERY, "transaction.query-envelope"),
  truncating(DETAIL, "transaction.detail-envelope"),
  mutant(
    "leaves-fees-out",
    "transaction.query-fees",
    changingMembersOf(QUERY, "fees", () => undefined),
  ),
  mutant(
    "leaves-fees-out-where-there-are-none",
    "transaction.query-fees",
    changingMembersOf(QUERY, "fees", (fees) => (fees === 0 ? undefined : fees)),
  ),
  mutant(
    "leaves-fees-out-of-the-last-page",
    "transaction.query-fees",
    changingMembersOf(QUERY, "fees", (fees, _, { page }) => (page === 3 ? undefined : fees)),
  ),
  mutant(
    "sends-null-for-one-of-the-fees-on-the-last-page",
    "transaction.fees-have-a-value",
    changingMembersOf(QUERY, "fees", (fees, place, { page }) => (page === 3 && place === 1 ? null : fees)),
  ),
  mutant(
    "leaves-fees-out-beside-sums",
    "transaction.query-fees",
    changingMembersOf(QUERY, "fees", (fees, place) => (place === 3 ? undefined : fees)),
    { choices: { recordsAt: "beside-sums" } },
  ),
  mutant(
    "leaves-fees-out-of-one-day",
    "transaction.query-fees",
    changingMembersOf(QUERY, "fees", (fees, place) => (place === 3 ? undefined : fees)),
    { choices: { recordsAt: "by-day", transactionForm: "in-parts" } },
  ),
  mutant(
    "leaves-fees-out-of-details-beside-others",
    "transaction.detail-fees",
    changingMembersOf(DETAIL, "fees", () => undefined),
    { choices: { detailAt: "beside-others" } },
  ),
  mutant(
    "sends-fees-as-text-in-details-in-parts",
    "transaction.fees-in-cents",
    changingMembersOf(DETAIL, "fees", () => "125"),
    { choices: { detailAt: "beside-others", transactionForm: "in-parts" } },
  ),
  mutant(
    "shows-other-fees-in-details-in-parts",
    "transaction.detail-agrees",
    changingMembersOf(DETAIL, "fees", (fees) => Number(fees) + 1),
    { choices: { detailAt: "member", transactionForm: "in-parts" } },
  ),
  mutant(
    "leaves-fees-out-of-details",
    "transaction.detail-fees",
    changingMembersOf(DETAIL, "fees", () => undefined),
  ),
  mutant(
    "sends-fees-in-dollars",
    "transaction.fees-in-cents",
    changingMembers("fees", () => new NonIntegerNumber("1.25")),
  ),
  mutant(
    "sends-whole-fees-with-a-fraction",
    "transaction.fees-in-cents",
    changingMembers("fees", () => new NonIntegerNumber("125.0")),
  ),
  mutant(
    "sends-fees-as-text",
    "transaction.fees-in-cents",
    changingMembers("fees", () => "125"),
  ),
  mutant(
    "sends-fees-as-text-in-details",
    "transaction.fees-in-cents",
    changingMembersOf(DETAIL, "fees", () => "125"),
  ),
  mutant(
    "sends-negative-fees-in-dollars",
    "transaction.fees-in-cents",
    changingMembers("fees", (fees) => (Number(fees) < 0 ? new NonIntegerNumber("-0.25") : fees)),
  ),
  mutant(
    "sends-fees-with-their-currency",
    "transaction.fees-in-cents",
    changingMembers("fees", (fees) => ({ amount: fees, currency: "USD" })),
  ),
  mutant(
    "has-two-types-of-its-own",
    "transaction.types",
    changingMembers("transactionType", (type, place) => (place % 2 === 0 ? `Custom ${place % 4}` : type)),
  ),
  mutant(
    "still-has-purchases",
    "transaction.types",
    changingMembers("transactionType", (type) => (type === "Authorization" ? "Purchase" : type)),
  ),
  mutant(
    "has-a-type-of-its-own-in-details",
    "transaction.types",
    changingMembersOf(DETAIL, "transactionType", () => "Sale"),
  ),
  mutant(
    "has-a-tenth-type-on-the-last-page",
    "transaction.types",
    changingMembersOf(QUERY, "transactionType", (type, place, { page }) =>
      page === 3 && place === 1 ? "Cash Advance" : type,
    ),
  ),
  mutant("has-24-statuses", "transaction.statuses", (rules) => {
    let statuses = 0;
    return changingMembers("status", () => `Status ${(statuses += 1) % 24}`)(rules);
  }),
  mutant(
    "has-a-status-of-its-own-in-details",
    "transaction.statuses",
    changingMembersOf(DETAIL, "status", () => "Unknown"),
  ),
  mutant(
    "puts-the-time-into-the-status",
    "transaction.statuses",
    changingMembers("status", (_, place, { number }) => `Changed in call ${number}, place ${place}`),
  ),
  mutant(
    "shows-other-fees-in-details",
    "transaction.detail-agrees",
    changingMembersOf(DETAIL, "fees", (fees) => Number(fees) + 1),
  ),
  mutant(
    "shows-fees-without-their-sign-in-details",
    "transaction.detail-agrees",
    changingMembersOf(DETAIL, "fees", (fees) => -Number(fees)),
  ),
  mutant(
    "shows-another-type-in-details",
    "transaction.detail-agrees",
    changingMembersOf(DETAIL, "transactionType", () => "Clearing"),
  ),
  keyless(QUERY, "transaction.needs-key"),
  keyless(DETAIL, "transaction.needs-key"),
  showingOthers("transaction/detail", "transaction.own-records"),
  takingAnyKey(QUERY, "transaction.wrong-key"),
  takingAnyKey(DETAIL, "transaction.wrong-key"),
  revealing(DETAIL, "transaction.refusal-reveals-nothing", "a card C100001"),
  failingAtBodies(QUERY, "transaction.query-envelope"),
  failingAtBodies(DETAIL, "transaction.detail-envelope"),
  unrouted(DETAIL, "transaction.detail-envelope"),
  adding("sends-fees-of-accounts-in-dollars", "transaction.fees-anywhere-in-cents", "account/detail", {
    fees: new NonIntegerNumber("1.25"),
  }),
  adding("sends-fees-of-sub-accounts-as-text", "transaction.fees-anywhere-in-cents", "sub-account/detail", {
    fees: "125",
  }),
  takingKeysInAnyCase("transaction/query", "transaction.wrong-key"),
  takingAnySignature("transaction/query", "transaction.wrong-signature"),
  forgettingNonces("transaction/query", "transaction.used-nonce"),
  takingKeysInAnyCase("transaction/detail", "transaction.wrong-key"),
  takingAnySignature("transaction/detail", "transaction.wrong-signature"),
  forgettingNonces("transaction/detail", "transaction.used-nonce"),
  failingWithoutBody(DETAIL, "transaction.detail-envelope"),
];
