import type { Send } from "./exchange.ts";
import { AttemptFailedError } from "./send-errors.ts";
import type { Transport } from "./transport.ts";
import { TransportFailure } from "./transport-failure.ts";

export interface AttemptOptions {
  readonly transport: Pick<Transport, "send">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Counts a request, and returns its number. @throws {BudgetSpentError} when it may not go out */
  readonly spend: () => number;
}

/**
 * The ground of the stack: makes a request, sends it once, and has it recorded whatever comes of it.
 * @throws {AttemptFailedError} when nothing came back that is an answer
 */
export function attempt({ transport, now, spend }: AttemptOptions): Send {
  return async ({ make, record }) => {
    const request = await make();
    const number = spend();
    const startedAt = now();
    try {
      const answer = await transport.send(request);
      const exchange = record({ request, startedAt, outcome: { answer } });
      return { number, request, answer, exchange, repeated: false };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      const exchange = record({ request, startedAt, outcome: { failure: error } });
      const { message, applied, kind } = error;
      const facts = { exchange, mayBeApplied: applied === "unknown", kind, lostMs: now() - startedAt };
      throw new AttemptFailedError(message, facts);
    }
  };
}
