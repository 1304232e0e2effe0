/** A transaction as it is stored. Amounts in cents. */
export interface Transaction {
  readonly id: string;
  readonly cardId: string;
  readonly transactionType: string;
  readonly status: string;
  readonly amount: number;
  readonly fees: number;
}

/** Every type with its statuses (§3.3): nine, the last of a name that the document does not give, and 23. */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  Authorization: ["Pending", "Approved", "Declined", "Expired"],
  "Auth Reversal": ["Reversal pending", "Auth reversed"],
  Reversal: ["Reversed", "Partially reversed"],
  Clearing: ["Clearing", "Cleared", "Settled"],
  Refund: ["Refund pending", "Refunded", "Refund failed"],
  Chargeback: ["Chargeback raised", "Chargeback won", "Chargeback lost"],
  Dispute: ["Dispute open", "Dispute closed"],
  Fees: ["Fee charged", "Fee waived"],
  Adjustment: ["Adjustment booked", "Adjustment reverted"],
};

const FEES = [25, 0, -25, 150];

/** One transaction in each status, of a merchant by its place among all: 1 for the first. */
export function transactionsOf(place: number): Transaction[] {
  const kinds = Object.entries(STATUSES).flatMap(([transactionType, statuses]) =>
    statuses.map((status) => ({ transactionType, status })),
  );
  return kinds.map((kind, index) => ({
    id: `T${place}${String(index + 1).padStart(5, "0")}`,
    cardId: `C${place}00001`,
    ...kind,
    amount: 1_000 + 75 * index,
    fees: FEES[index % FEES.length] ?? 0,
  }));
}
