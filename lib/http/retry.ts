import type { Layer, Outgoing, SendCounts } from "./exchange.ts";
import { AttemptFailedError, NoAnswerError } from "./send-errors.ts";

const FIRST_PAUSE_MS = 100;
/** Whoever gets them may be there to say nothing; silence that takes its time is not waited for again. */
const RETRIES_OF_UNSHOWN = 2;

export interface RetryOptions {
  /** How often a request is sent again. */
  readonly retries: number;
  readonly counts: Pick<SendCounts, "retried">;
  readonly pause: (ms: number) => Promise<void>;
  /** Told how long an answer was waited for in vain. @returns whether the run may wait for another one */
  readonly lost: (outgoing: Outgoing, ms: number) => boolean;
}

/**
 * Sends a request again, after growing pauses, where no answer came; never where the target answered.
 * @throws {NoAnswerError} when none comes
 */
export function retry({ retries, counts, pause, lost }: RetryOptions): Layer {
  return (next) => async (outgoing) => {
    let repeated = false;
    for (let failures = 1; ; failures += 1) {
      try {
        const exchanged = await next(outgoing);
        return repeated ? { ...exchanged, repeated } : exchanged;
      } catch (error) {
        if (!(error instanceof AttemptFailedError)) throw error;
        repeated ||= error.mayBeApplied;
        const most = Math.min(retries, mostFor(outgoing, error));
        if (!lost(outgoing, error.lostMs) || failures > most) throw givenUp(outgoing, failures, error);
      }
      counts.retried += 1;
      await pause(FIRST_PAUSE_MS * 2 ** (failures - 1));
    }
  };
}

function mostFor({ once, isUnshown }: Outgoing, { kind }: AttemptFailedError): number {
  if (once === true) return 0;
  if (isUnshown !== true || kind === "gateway") return Number.POSITIVE_INFINITY;
  return kind === "timeout" ? 0 : RETRIES_OF_UNSHOWN;
}

function givenUp({ label, once }: Outgoing, failures: number, last: AttemptFailedError): NoAnswerError {
  const attempts = failures === 1 ? "1 attempt" : `${failures} attempts (limits.retries ${failures - 1})`;
  const noHttp = last.kind === "protocol" && once !== true ? last.exchange : undefined;
  const isSilence = last.mayBeApplied && last.kind !== "gateway";
  return new NoAnswerError(`No answer to ${label} after ${attempts}: ${last.message}`, { noHttp, isSilence });
}
