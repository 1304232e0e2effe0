import { terminalText } from "../../text/terminal-text.ts";

export interface RunProgress {
  readonly current: string;
  readonly done: number;
  readonly planned: number;
  /** About how many requests are left to send. */
  readonly left: number;
  /** Number of requests. Undefined: the run sends none. */
  readonly sent: number | undefined;
  readonly failed: number;
  /** Time spent on waits for the target. It predicts nothing. */
  readonly waitedSeconds: number;
  /** Estimated time of the waits on purpose that are over, in seconds. */
  readonly waitsDone: number;
  /** The same of the waits to come. */
  readonly waitsLeft: number;
}

const TELLING_MS = 2_000;

/** The progress of a run in one line. */
export function progressLine(standing: RunProgress, elapsedMs: number): string {
  const { current, done, planned, sent, failed } = standing;
  const facts = [
    `${done}/${planned}`,
    ...(sent === undefined ? [] : [`${sent} requests`]),
    ...(failed === 0 ? [] : [`${failed} failed so far`]),
    ...pace(standing, elapsedMs),
    terminalText(current),
  ];
  return facts.join(" · ");
}

/**
 * The rate, and the time of the remaining requests at this rate, with the waits on purpose to come. Other waits do not
 * count, because they predict nothing. Shown only after some requests, because an early value misleads.
 */
function pace(
  { done, left, sent = 0, waitedSeconds, waitsDone, waitsLeft }: RunProgress,
  elapsedMs: number,
): string[] {
  if (elapsedMs < TELLING_MS || done === 0 || sent === 0) return [];
  const workedMs = Math.max(0, elapsedMs - (waitedSeconds + waitsDone) * 1_000);
  const leftSeconds = Math.ceil((workedMs * left) / sent / 1_000 + waitsLeft);
  const rate = `${Math.round((sent * 1_000) / elapsedMs)}/s`;
  return leftSeconds > 0 ? [rate, `about ${duration(leftSeconds)} left`] : [rate];
}

function duration(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
