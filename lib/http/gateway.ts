import type { Layer } from "./exchange.ts";
import { AttemptFailedError } from "./send-errors.ts";
import type { WireAnswer } from "./transport.ts";

/**
 * Takes what something in front of the target says, which could not reach it, for no answer.
 * @param met is told of each
 * @throws {AttemptFailedError}
 */
export function gateway(isOfGateway: (answer: WireAnswer) => boolean, met: () => void): Layer {
  return (next) => async (outgoing) => {
    const exchanged = await next(outgoing);
    const { answer, exchange } = exchanged;
    if (!isOfGateway(answer)) return exchanged;
    met();
    const what = `HTTP ${answer.status} without an envelope`;
    throw new AttemptFailedError(what, { exchange, mayBeApplied: true, kind: "gateway", lostMs: 0 });
  };
}
