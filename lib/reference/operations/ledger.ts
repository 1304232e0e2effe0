import { type Transaction, transactionsOf } from "./transactions.ts";

/** A primary or sub account. Amounts in cents. */
export interface Account {
  readonly id: string;
  readonly balance: number;
  readonly frozenAmount: number;
  readonly provider: string;
}

/** Accounts, cards and transactions of one merchant. It lives as long as the server. */
export interface Ledger {
  readonly transactions: readonly Transaction[];
  /** The primary account first. */
  readonly accounts: Map<string, Account>;
  /** Whether a card was cancelled: for good. */
  readonly cards: Map<string, "active" | "cancelled">;
  /** 3-D Secure challenges, and what was decided: for good. */
  readonly challenges: Map<string, "open" | "accepted" | "rejected">;
  readonly budgets: readonly { readonly id: string; readonly usedLimit: number }[];
  /** How many transfers took place. */
  transfers: number;
}

const CARDS = 20;

function account(id: string, balance: number, frozenAmount: number): [string, Account] {
  return [id, { id, balance, frozenAmount, provider: "alpha" }];
}

/** The first content of a merchant's ledger, by its place among all: 1 for the first. */
export function newLedger(place: number): Ledger {
  const ids = (letter: string) =>
    Array.from({ length: CARDS }, (_, index) => `${letter}${place}${String(index + 1).padStart(5, "0")}`);
  return {
    transactions: transactionsOf(place),
    accounts: new Map([account(`A${place}00001`, 1_250_000, 0), account(`S${place}00001`, 50_000, 1_500)]),
    cards: new Map(ids("C").map((id) => [id, "active"])),
    challenges: new Map(ids("H").map((id) => [id, "open"])),
    budgets: [
      { id: `B${place}00001`, usedLimit: 42_000 },
      { id: `B${place}00002`, usedLimit: 0 },
    ],
    transfers: 0,
  };
}
