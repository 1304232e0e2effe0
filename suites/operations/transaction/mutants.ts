import { NonIntegerNumber } from "../../../lib/api/json/json.ts";
import { holding, where, withMemory } from "../../../lib/reference/changes.ts";
import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { refusedFor, sending } from "../../../lib/reference/rewriting.ts";
import {
  adding,
  changingMembers,
  changingMembersOf,
  READING,
  isEmptyPage,
  isOf,
  mutantsOf,
} from "../faults.ts";

const QUERY = "transaction/query";
const DETAIL = "transaction/detail";

type ChangeOfMember = Parameters<typeof changingMembers>[1];
const feesInLists = (change: ChangeOfMember) => changingMembersOf(QUERY, "fees", change);
const feesInDetails = (change: ChangeOfMember) => changingMembersOf(DETAIL, "fees", change);

export const transactionMutants = [
  ...mutantsOf({
    area: "transaction",
    operation: QUERY,
    envelope: "query-envelope",
    faults: ["html", "cut", ...READING],
  }),
  ...mutantsOf({
    area: "transaction",
    operation: DETAIL,
    envelope: "detail-envelope",
    faults: ["html", "cut", ...READING, "absent", "noBody", "othersRecords"],
    reveals: "a card C100001",
  }),
  ...toMutants({
    "transaction.query-envelope": {
      "answers-empty-pages-in-a-list": where(
        isOf(QUERY),
        sending(isEmptyPage, () => "[]"),
      ),
      "answers-empty-pages-with-nothing": where(
        isOf(QUERY),
        sending(isEmptyPage, () => ""),
      ),
    },
    "transaction.detail-envelope": {
      "answers-unknown-transactions-in-html": where(
        isOf(DETAIL),
        sending(refusedFor("unknown-record"), () => "<h1>Not Found</h1>"),
      ),
    },
    "transaction.query-fees": {
      "leaves-fees-out": feesInLists(() => undefined),
      "leaves-fees-out-where-there-are-none": feesInLists((fees) => (fees === 0 ? undefined : fees)),
      "leaves-fees-out-of-the-last-page": feesInLists((fees, _, { page }) => (page === 3 ? undefined : fees)),
      "leaves-fees-out-beside-sums": only(
        { choices: { recordsAt: "beside-sums" } },
        feesInLists((fees, place) => (place === 3 ? undefined : fees)),
      ),
      "leaves-fees-out-of-one-day": only(
        { choices: { recordsAt: "by-day", transactionForm: "in-parts" } },
        feesInLists((fees, place) => (place === 3 ? undefined : fees)),
      ),
    },
    "transaction.fees-have-a-value": {
      "sends-null-for-one-of-the-fees-on-the-last-page": feesInLists((fees, place, { page }) =>
        page === 3 && place === 1 ? null : fees,
      ),
    },
    "transaction.detail-fees": {
      "leaves-fees-out-of-details-beside-others": only(
        { choices: { detailAt: "beside-others" } },
        feesInDetails(() => undefined),
      ),
      "leaves-fees-out-of-details": feesInDetails(() => undefined),
    },
    "transaction.fees-in-cents": {
      "sends-fees-as-text-in-details-in-parts": only(
        { choices: { detailAt: "beside-others", transactionForm: "in-parts" } },
        feesInDetails(() => "125"),
      ),
      "sends-fees-in-dollars": changingMembers("fees", () => new NonIntegerNumber("1.25")),
      "sends-whole-fees-with-a-fraction": changingMembers("fees", () => new NonIntegerNumber("125.0")),
      "sends-fees-as-text": changingMembers("fees", () => "125"),
      "sends-fees-as-text-in-details": feesInDetails(() => "125"),
      "sends-negative-fees-in-dollars": changingMembers("fees", (fees) =>
        Number(fees) < 0 ? new NonIntegerNumber("-0.25") : fees,
      ),
      "sends-fees-with-their-currency": changingMembers("fees", (fees) => ({
        amount: fees,
        currency: "USD",
      })),
    },
    "transaction.detail-agrees": {
      "shows-other-fees-in-details-in-parts": only(
        { choices: { detailAt: "member", transactionForm: "in-parts" } },
        feesInDetails((fees) => Number(fees) + 1),
      ),
      "shows-other-fees-in-details": feesInDetails((fees) => Number(fees) + 1),
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
      "has-24-statuses": withMemory(holding(0), (memory) =>
        changingMembers("status", () => `Status ${(memory.value += 1) % 24}`),
      ),
      "has-a-status-of-its-own-in-details": changingMembersOf(DETAIL, "status", () => "Unknown"),
      "puts-the-time-into-the-status": changingMembers(
        "status",
        (_, place, { number }) => `Changed in call ${number}, place ${place}`,
      ),
    },
    "transaction.fees-anywhere-in-cents": {
      "sends-fees-of-accounts-in-dollars": adding("account/detail", {
        fees: new NonIntegerNumber("1.25"),
      }),
      "sends-fees-of-sub-accounts-as-text": adding("sub-account/detail", {
        fees: "125",
      }),
    },
  }),
];
