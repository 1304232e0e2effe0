import type { AskedWaiting } from "./asked-waiting.ts";
import type { Layer, SendCounts } from "./exchange.ts";
import type { Pace } from "./pace.ts";
import { Patience } from "./patience.ts";
import { NoAnswerError } from "./send-errors.ts";
import type { WireAnswer } from "./transport.ts";

export interface ThrottleOptions {
  readonly isThrottled: (answer: WireAnswer) => boolean;
  /** The pause that an answer asks for, in milliseconds; undefined: it asks for none. */
  readonly askedPauseMs: (answer: WireAnswer) => number | undefined;
  /** Whether something in front of the target answered, so that the request may have been carried out all the same. */
  readonly mayBeApplied: (answer: WireAnswer) => boolean;
  readonly pace: Pace;
  readonly counts: SendCounts;
  readonly asked: AskedWaiting;
  readonly pause: (ms: number) => Promise<void>;
}

const NOT_AGAIN =
  "The target asks to come back later, and what may have an effect for good is not sent again: lower limits.requestsPerSecond, or wait.";

/**
 * Waits where the target asks to come back later, and goes slower where it asks often.
 * @throws {NoAnswerError} when it asks again and again
 * @throws {BudgetSpentError} when it asks for longer than the run may wait
 */
export function throttle(options: ThrottleOptions): Layer {
  const { isThrottled, askedPauseMs, mayBeApplied, pace, counts, asked, pause } = options;
  return (next) => async (outgoing) => {
    const patience = new Patience();
    let repeated = false;
    for (let times = 1; ; times += 1) {
      asked.check();
      const exchanged = await next(outgoing);
      const { answer, number } = exchanged;
      if (!isThrottled(answer)) {
        pace.answered(counts.sent);
        return { ...exchanged, repeated };
      }
      if (outgoing.lasting === true) throw new NoAnswerError(NOT_AGAIN);
      if (times === 1 && outgoing.isProbe !== true) pace.throttled(number, counts.sent);
      repeated ||= mayBeApplied(answer);
      counts.rateLimited += 1;
      const askedMs = askedPauseMs(answer);
      const pauseMs = patience.pauseMs(askedMs);
      if (pauseMs === undefined) throw askedTooOften(times, asked);
      asked.add(pauseMs, askedMs);
      await pause(pauseMs);
    }
  };
}

function askedTooOften(times: number, { seconds }: AskedWaiting): NoAnswerError {
  return new NoAnswerError(
    `The target asked ${times} times in a row to send the same request later; the run has waited ${seconds} s for it in all. Set limits.requestsPerSecond to the rate that the target allows, or run again later.`,
  );
}
