import { terminalText } from "../text/terminal-text.ts";

/** Where a run stands. */
export interface Standing {
  readonly current: string;
  readonly done: number;
  readonly planned: number;
  readonly sent: number;
  readonly failed: number;
}

/** Where the line goes; the columns of a terminal say how long it may be. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const PLAIN_INTERVAL_MS = 5_000;

/** Says how far a run is: one line that is written over on a terminal, a line every few seconds elsewhere. */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  #lastPlainAt: number;

  constructor(stream: ProgressStream, now: () => number = Date.now) {
    this.#stream = stream;
    this.#now = now;
    this.#lastPlainAt = now();
  }

  show(standing: Standing): void {
    const line = lineOf(standing);
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

function lineOf({ current, done, planned, sent, failed }: Standing): string {
  const failures = failed === 0 ? "" : ` · ${failed} failed`;
  return `${done}/${planned} · ${sent} requests${failures} · ${terminalText(current)}`;
}
