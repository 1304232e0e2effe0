const MAX_ATTEMPTS = 12;
const LONGEST_PAUSE_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_OWN_PAUSE_MS = 10_000;

/** How long one request waits before it is sent again: as long as the target asks, or growing pauses where it asks for none. */
export class Patience {
  #attempts = 0;

  /** The pause before the next attempt, in milliseconds; undefined: the request was sent often enough. */
  pauseMs(askedMs: number | undefined): number | undefined {
    const ownMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#attempts, LONGEST_OWN_PAUSE_MS);
    const isFirst = this.#attempts === 0;
    this.#attempts += 1;
    if (this.#attempts >= MAX_ATTEMPTS) return undefined;
    const pauseMs = isFirst ? (askedMs ?? ownMs) : Math.max(askedMs ?? 0, ownMs);
    return Math.min(pauseMs, LONGEST_PAUSE_MS);
  }
}
