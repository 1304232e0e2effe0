import { type JsonValue, NonIntegerNumber } from "../../api/json/json.ts";
import type { Choices } from "../choices.ts";
import type { JsonObject } from "../outcome.ts";
import type { Account } from "./ledger.ts";
import type { Transaction } from "./transactions.ts";

const NINTH = "Adjustment";
const FAR = 9_007_199_254_740_993n;
const ID_NAMES = { id: "id", number: "no" } as const;

/** A transaction as a detail or a list shows it. */
export function transactionView(choices: Choices, transaction: Transaction): JsonObject {
  const { id, cardId, status, amount, fees } = transaction;
  const about = {
    ...idMember(choices, "transaction", id),
    cardId,
    transactionType: typeView(choices, transaction),
    status: spelled(choices, status),
  };
  const amounts = { amount: cents(choices, amount), fees: cents(choices, fees), currency: "USD" };
  return choices.transactionForm === "flat" ? { ...about, ...amounts } : { about, amounts };
}

/** A transaction as it is shown beside another one, or beside a list of them: no fees. */
export function mentionView(choices: Choices, transaction: Transaction): JsonObject {
  return {
    ...idMember(choices, "transaction", transaction.id),
    transactionType: typeView(choices, transaction),
  };
}

/** How many transactions of each type there are. */
export function sumsView(choices: Choices, transactions: readonly Transaction[]): readonly JsonObject[] {
  const sums = Map.groupBy(transactions, (one) => typeView(choices, one));
  return [...sums].map(([transactionType, { length }]) => ({ transactionType, count: length }));
}

export function accountView(choices: Choices, { id, balance }: Account): JsonObject {
  return { ...idMember(choices, "account", id), balance: cents(choices, balance), currency: "USD" };
}

export function subAccountView(choices: Choices, account: Account): JsonObject {
  const { id, balance, frozenAmount, provider } = account;
  return {
    ...idMember(choices, "subAccount", id),
    provider,
    balance: cents(choices, balance),
    frozenAmount: {
      cents: frozenAmount,
      "decimal-text": (frozenAmount / 100).toFixed(2),
      decimal: new NonIntegerNumber((frozenAmount / 100).toFixed(2)),
    }[choices.frozenAmount],
  };
}

export function budgetView(
  choices: Choices,
  { id, usedLimit }: { readonly id: string; readonly usedLimit: number },
): JsonObject {
  return { ...idMember(choices, "budget", id), usedLimit: cents(choices, usedLimit) };
}

/** A list of records, of which a page is shown. */
export function listView(
  choices: Choices,
  all: readonly JsonObject[],
  page: readonly JsonObject[],
  sums: readonly JsonObject[] = [],
): JsonValue {
  const said = {
    total: { total: all.length },
    cursor: { nextCursor: page.length < all.length ? "more" : null },
    none: {},
  }[choices.paging];
  return {
    list: { ...said, list: page },
    records: { ...said, records: page },
    nested: { ...said, page: { content: page } },
    array: page,
    "by-day": { ...said, days: page.length === 0 ? [] : [{ day: "2026-05-01", list: page }] },
    "beside-sums": { ...said, list: page, sums },
  }[choices.recordsAt];
}

export function detailView(
  { detailAt }: Choices,
  kind: string,
  record: JsonObject,
  others: readonly JsonObject[] = [],
): JsonObject {
  return {
    data: record,
    member: { [kind]: record },
    "beside-others": { [kind]: record, related: others },
  }[detailAt];
}

function typeView(choices: Choices, { transactionType }: Transaction): string {
  return spelled(choices, transactionType === NINTH ? ninth(choices) : transactionType);
}

function idMember({ recordIds }: Choices, kind: string, id: string): JsonObject {
  return { [recordIds === "by-kind" ? `${kind}Id` : ID_NAMES[recordIds]]: id };
}

function ninth({ ninthType }: Choices): string {
  return { Adjustment: NINTH, "named-like-others": "Fee Refund", never: "Fees" }[ninthType];
}

function spelled({ typeSpelling }: Choices, name: string): string {
  if (typeSpelling === "upper-snake") return name.toUpperCase().replaceAll(" ", "_");
  if (typeSpelling === "as-named") return name;
  return name.replaceAll(/ ([a-z])/gi, (_, letter: string) => letter.toUpperCase());
}

function cents({ cents: size }: Choices, amount: number): number | bigint {
  return size === "small" ? amount : FAR + BigInt(amount);
}
