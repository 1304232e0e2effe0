import { NonIntegerNumber } from "../../../lib/api/json/json.ts";
import { only, toMutants } from "../../../lib/reference/mutant.ts";
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
} from "../faults.ts";
import { sending } from "../../../lib/reference/rewriting.ts";

const QUERY = "transaction/query";
const DETAIL = "transaction/detail";

export const transactionMutants = toMutants({
  "transaction.query-envelope": {
    "answers-transaction-query-in-html": inHtml(QUERY),
    "answers-empty-pages-in-a-list": sending(isEmptyPage(QUERY), () => "[]"),
    "answers-empty-pages-with-nothing": sending(isEmptyPage(QUERY), () => ""),
    "cuts-transaction-query-off": truncating(QUERY),
    "answers-cut-bodies-of-transaction-query-in-html": failingAtBodies(QUERY),
  },
  "transaction.detail-envelope": {
    "answers-transaction-detail-in-html": inHtml(DETAIL),
    "answers-unknown-transactions-in-html": sending(isUnknownRecord(DETAIL), () => "<h1>Not Found</h1>"),
    "cuts-transaction-detail-off": truncating(DETAIL),
    "answers-cut-bodies-of-transaction-detail-in-html": failingAtBodies(DETAIL),
    "has-no-transaction-detail": unrouted(DETAIL),
    "answers-calls-of-transaction-detail-without-a-body-with-nothing": failingWithoutBody(DETAIL),
  },
  "transaction.query-fees": {
    "leaves-fees-out": changingMembersOf(QUERY, "fees", () => undefined),
    "leaves-fees-out-where-there-are-none": changingMembersOf(QUERY, "fees", (fees) =>
      fees === 0 ? undefined : fees,
    ),
    "leaves-fees-out-of-the-last-page": changingMembersOf(QUERY, "fees", (fees, _, { page }) =>
      page === 3 ? undefined : fees,
    ),
    "leaves-fees-out-beside-sums": only(
      { choices: { recordsAt: "beside-sums" } },
      changingMembersOf(QUERY, "fees", (fees, place) => (place === 3 ? undefined : fees)),
    ),
    "leaves-fees-out-of-one-day": only(
      { choices: { recordsAt: "by-day", transactionForm: "in-parts" } },
      changingMembersOf(QUERY, "fees", (fees, place) => (place === 3 ? undefined : fees)),
    ),
  },
  "transaction.fees-have-a-value": {
    "sends-null-for-one-of-the-fees-on-the-last-page": changingMembersOf(
      QUERY,
      "fees",
      (fees, place, { page }) => (page === 3 && place === 1 ? null : fees),
    ),
  },
  "transaction.detail-fees": {
    "leaves-fees-out-of-details-beside-others": only(
      { choices: { detailAt: "beside-others" } },
      changingMembersOf(DETAIL, "fees", () => undefined),
    ),
    "leaves-fees-out-of-details": changingMembersOf(DETAIL, "fees", () => undefined),
  },
  "transaction.fees-in-cents": {
    "sends-fees-as-text-in-details-in-parts": only(
      { choices: { detailAt: "beside-others", transactionForm: "in-parts" } },
      changingMembersOf(DETAIL, "fees", () => "125"),
    ),
    "sends-fees-in-dollars": changingMembers("fees", () => new NonIntegerNumber("1.25")),
    "sends-whole-fees-with-a-fraction": changingMembers("fees", () => new NonIntegerNumber("125.0")),
    "sends-fees-as-text": changingMembers("fees", () => "125"),
    "sends-fees-as-text-in-details": changingMembersOf(DETAIL, "fees", () => "125"),
    "sends-negative-fees-in-dollars": changingMembers("fees", (fees) =>
      Number(fees) < 0 ? new NonIntegerNumber("-0.25") : fees,
    ),
    "sends-fees-with-their-currency": changingMembers("fees", (fees) => ({ amount: fees, currency: "USD" })),
  },
  "transaction.detail-agrees": {
    "shows-other-fees-in-details-in-parts": only(
      { choices: { detailAt: "member", transactionForm: "in-parts" } },
      changingMembersOf(DETAIL, "fees", (fees) => Number(fees) + 1),
    ),
    "shows-other-fees-in-details": changingMembersOf(DETAIL, "fees", (fees) => Number(fees) + 1),
    "shows-fees-without-their-sign-in-details": changingMembersOf(DETAIL, "fees", (fees) => -Number(fees)),
    "shows-another-type-in-details": changingMembersOf(DETAIL, "transactionType", () => "Clearing"),
  },
  "transaction.types": {
    "has-two-types-of-its-own": changingMembers("transactionType", (type, place) =>
      place % 2 === 0 ? `Custom ${place % 4}` : type,
    ),
    "still-has-purchases": changingMembers("transactionType", (type) =>
      type === "Authorization" ? "Purchase" : type,
    ),
    "has-a-type-of-its-own-in-details": changingMembersOf(DETAIL, "transactionType", () => "Sale"),
    "has-a-tenth-type-on-the-last-page": changingMembersOf(
      QUERY,
      "transactionType",
      (type, place, { page }) => (page === 3 && place === 1 ? "Cash Advance" : type),
    ),
  },
  "transaction.statuses": {
    "has-24-statuses": (rules) => {
      let statuses = 0;
      return changingMembers("status", () => `Status ${(statuses += 1) % 24}`)(rules);
    },
    "has-a-status-of-its-own-in-details": changingMembersOf(DETAIL, "status", () => "Unknown"),
    "puts-the-time-into-the-status": changingMembers(
      "status",
      (_, place, { number }) => `Changed in call ${number}, place ${place}`,
    ),
  },
  "transaction.needs-key": {
    "needs-no-key-for-transaction-query": keyless(QUERY),
    "needs-no-key-for-transaction-detail": keyless(DETAIL),
  },
  "transaction.own-records": {
    "shows-transaction-detail-to-other-merchants": showingOthers("transaction/detail"),
  },
  "transaction.wrong-key": {
    "takes-any-key-for-transaction-query": takingAnyKey(QUERY),
    "takes-any-key-for-transaction-detail": takingAnyKey(DETAIL),
    "ignores-the-letter-case-of-keys-for-transaction-query": takingKeysInAnyCase("transaction/query"),
    "ignores-the-letter-case-of-keys-for-transaction-detail": takingKeysInAnyCase("transaction/detail"),
  },
  "transaction.refusal-reveals-nothing": {
    "tells-of-transaction-detail-when-it-refuses": revealing(DETAIL, "a card C100001"),
  },
  "transaction.fees-anywhere-in-cents": {
    "sends-fees-of-accounts-in-dollars": adding("account/detail", {
      fees: new NonIntegerNumber("1.25"),
    }),
    "sends-fees-of-sub-accounts-as-text": adding("sub-account/detail", {
      fees: "125",
    }),
  },
  "transaction.wrong-signature": {
    "takes-any-signature-for-transaction-query": only(
      { mode: "signed" },
      takingAnySignature("transaction/query"),
    ),
    "takes-any-signature-for-transaction-detail": only(
      { mode: "signed" },
      takingAnySignature("transaction/detail"),
    ),
  },
  "transaction.used-nonce": {
    "forgets-nonces-of-transaction-query": only({ mode: "signed" }, forgettingNonces("transaction/query")),
    "forgets-nonces-of-transaction-detail": only({ mode: "signed" }, forgettingNonces("transaction/detail")),
  },
});
