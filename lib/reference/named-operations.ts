import type { JsonValue } from "../api/json.ts";
import type { Choices } from "./choices.ts";

const transactionTypes = [
  "Authorization",
  "Auth Reversal",
  "Reversal",
  "Clearing",
  "Refund",
  "Chargeback",
  "Dispute",
  "Fees",
  "Adjustment",
];

const transactions = transactionTypes.map((transactionType, index) => ({
  transactionId: `T${index + 1}`,
  transactionType,
  status: index % 2 === 0 ? "Approved" : "Settled",
  fees: index * 25,
}));

/** Operations that the document only names (§4.3), and a static `data` for each; the last three paths are ours. */
const records: Readonly<Record<string, JsonValue>> = {
  "transaction/query": { total: transactions.length, list: transactions },
  "transaction/detail": transactions[0] ?? null,
  "account/detail": { accountId: "A1", balance: 1_250_000, currency: "USD" },
  "account/transfer": { transferId: "X1" },
  "card/cancel": true,
  "card/bin/query": [{ bin: "424242", network: "VISA" }],
  "sub-account/switch-provider": { subAccountId: "S1", frozenAmount: 0 },
  "sub-account/detail": { subAccountId: "S1", frozenAmount: 1500 },
  "budget/query": { total: 1, list: [{ budgetId: "B1", usedLimit: 42_000 }] },
  "transaction/3ds/decision": true,
};

export const namedOperations = Object.keys(records);

/** The `data` of a named-only operation; undefined when it has none, or there is no such operation. */
export function namedRecord(operation: string, { namedOperations: kind }: Choices): JsonValue | undefined {
  const record = Object.hasOwn(records, operation) ? records[operation] : undefined;
  if (kind === "records" || operation !== "transaction/query") return record;
  return { total: 0, list: [] };
}
