import { terminalText } from "../../text/terminal-text.ts";

/** Where a run stands. */
export interface Standing {
  readonly current: string;
  readonly done: number;
  readonly planned: number;
  /** About how many requests are left to send. */
  readonly left: number;
  /** Requests; undefined where none are sent. */
  readonly sent: number | undefined;
  readonly failed: number;
  /** What of the time was waiting, which says nothing about the rest. */
  readonly waitedSeconds: number;
}

/** Where the line goes; the columns of a terminal say how long it may be. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const PLAIN_INTERVAL_MS = 5_000;
const TELLING_MS = 2_000;

/** Says how far a run is: one line that is written over on a terminal, a line every few seconds elsewhere. */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  readonly #startedAt: number;
  #lastPlainAt: number;

  constructor(stream: ProgressStream, now: () => number = Date.now) {
    this.#stream = stream;
    this.#now = now;
    this.#startedAt = now();
    this.#lastPlainAt = this.#startedAt;
  }

  show(standing: Standing): void {
    const line = lineOf(standing, this.#now() - this.#startedAt);
    if (this.#stream.isTTY === true) {
      this.#stream.write(`\r\u001b[K${line.slice(0, (this.#stream.columns ?? 80) - 1)}`);
    } else if (this.#now() - this.#lastPlainAt >= PLAIN_INTERVAL_MS) {
      this.#lastPlainAt = this.#now();
      this.#stream.write(`${line}\n`);
    }
  }

  clear(): void {
    if (this.#stream.isTTY === true) this.#stream.write("\r\u001b[K");
  }
}

function lineOf(standing: Standing, elapsedMs: number): string {
  const { current, done, planned, sent, failed } = standing;
  const facts = [
    `${done}/${planned}`,
    ...(sent === undefined ? [] : [`${sent} requests`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...pace(standing, elapsedMs),
    terminalText(current),
  ];
  return facts.join(" · ");
}

/**
 * The rate, and the time that the requests take that are left, each as long as those that were sent. Waiting counts in
 * neither: it says nothing about the rest. Too early it would only mislead.
 */
function pace({ done, left, sent = 0, waitedSeconds }: Standing, elapsedMs: number): string[] {
  if (elapsedMs < TELLING_MS || done === 0 || sent === 0) return [];
  const workedMs = Math.max(0, elapsedMs - waitedSeconds * 1_000);
  const leftSeconds = Math.ceil((workedMs * left) / sent / 1_000);
  const rate = `${Math.round((sent * 1_000) / elapsedMs)}/s`;
  return leftSeconds > 0 ? [rate, `about ${duration(leftSeconds)} left`] : [rate];
}

function duration(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
