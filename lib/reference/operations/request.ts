import type { Call, ReferenceMerchant } from "../call.ts";
import type { Outcome } from "../outcome.ts";
import type { Ledger } from "./ledger.ts";

/** A request of an operation that the document only names, by an authenticated caller. */
export interface Request {
  readonly call: Call;
  readonly owner: ReferenceMerchant;
  readonly ledger: Ledger;
  /** Empty where none was sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type Operation = (request: Request) => Outcome;
