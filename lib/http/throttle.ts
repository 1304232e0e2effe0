import type { Layer, SendCounts } from "./exchange.ts";
import type { Pace } from "./pace.ts";
import { Patience } from "./patience.ts";
import { NoAnswerError } from "./send-errors.ts";
import type { WireAnswer } from "./transport.ts";

export interface ThrottleOptions {
  readonly isThrottled: (answer: WireAnswer) => boolean;
  /** The pause that an answer asks for, in milliseconds; undefined: it asks for none. */
  readonly askedPauseMs: (answer: WireAnswer) => number | undefined;
  /** Whether the request may have been carried out all the same. */
  readonly mayBeApplied: (answer: WireAnswer) => boolean;
  readonly pace: Pace;
  readonly counts: SendCounts;
  /** @throws {BudgetSpentError} when there is no time for it */
  readonly checkPause: (ms: number) => void;
  readonly pause: (ms: number) => Promise<void>;
}

const NOT_AGAIN =
  "The target asks to come back later, and what may have an effect for good is not sent again: lower limits.requestsPerSecond, or wait.";

/**
 * Waits where the target asks to come back later, and goes slower where it asks often.
 * @throws {NoAnswerError} when it asks again and again, or for a long time
 */
export function throttle(options: ThrottleOptions): Layer {
  const { isThrottled, askedPauseMs, mayBeApplied, pace, counts } = options;
  return (next) => async (outgoing) => {
    const patience = new Patience();
    let repeated = false;
    for (;;) {
      const exchanged = await next(outgoing);
      if (!isThrottled(exchanged.answer)) {
        pace.answered(counts.sent);
        return { ...exchanged, repeated };
      }
      if (outgoing.lasting === true) throw new NoAnswerError(NOT_AGAIN);
      if (outgoing.isProbe !== true) pace.throttled(exchanged.number, counts.sent);
      repeated ||= mayBeApplied(exchanged.answer);
      counts.rateLimited += 1;
      await waitOut(patience, askedPauseMs(exchanged.answer), options);
    }
  };
}

async function waitOut(
  patience: Patience,
  asked: number | undefined,
  { checkPause, pause }: Pick<ThrottleOptions, "checkPause" | "pause">,
): Promise<void> {
  const pauseMs = patience.pauseMs(asked);
  if (pauseMs === undefined)
    throw new NoAnswerError(
      `The target asks to come back later, again and again or in a long time: ${patience.summary}. Lower limits.requestsPerSecond, or wait.`,
    );
  checkPause(pauseMs);
  await pause(pauseMs);
}
