const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 120_000;
const MAX_TOTAL_MS = 300_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_OWN_PAUSE_MS = 10_000;

/** How long one request waits for a rate limit: what the target asks for, growing pauses where it asks for nothing, and not for ever. */
export class Patience {
  #attempts = 0;
  #totalMs = 0;
  #lastMs = 0;

  /** `12 times, 4.1 s in all, 3600 s the last time`. */
  get summary(): string {
    const [total, last] = [this.#totalMs, this.#lastMs].map((ms) => Math.round(ms / 100) / 10);
    const times = this.#attempts === 1 ? "once" : `${this.#attempts} times`;
    return `${times}, ${total} s waited, ${last} s asked for the last time`;
  }

  /** How long to wait before the next attempt, in milliseconds; undefined: it is enough. */
  pauseMs(asked: number | undefined): number | undefined {
    const own = Math.min(FIRST_PAUSE_MS * 2 ** this.#attempts, LONGEST_OWN_PAUSE_MS);
    const isFirst = this.#attempts === 0;
    this.#attempts += 1;
    this.#lastMs = asked ?? own;
    const pauseMs = isFirst ? this.#lastMs : Math.max(this.#lastMs, own);
    if (this.#attempts >= MAX_ATTEMPTS || pauseMs > MAX_PAUSE_MS) return undefined;
    if (this.#totalMs + pauseMs > MAX_TOTAL_MS) return undefined;
    this.#totalMs += pauseMs;
    return pauseMs;
  }
}
