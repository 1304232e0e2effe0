import type { Choices } from "./choices.ts";

/** A limit that answers by a code, HTTP 200. */
export interface CodeLimit {
  /** Every so manieth request is turned away, however fast they come. */
  readonly every?: number;
  /** So many tokens at first, and so many new ones in a second. */
  readonly perSecond?: number;
  /** So many requests from one full minute to the next. */
  readonly perMinute?: number;
  /** Value of its Retry-After header; absent: no header. */
  readonly retryAfterSeconds?: number;
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

const limits: { readonly [D in Choices["defence"]]?: CodeLimit } = {
  "every-30th-by-code": { every: 30 },
  "every-30th-by-code-with-retry-after": { every: 30, retryAfterSeconds: 1 },
  "10-a-second-by-code": { perSecond: 10 },
  "10-a-second-by-code-with-retry-after": { perSecond: 10, retryAfterSeconds: 1 },
  "30-a-second-by-code": { perSecond: 30 },
  "66-a-second-by-code": { perSecond: 66 },
  "66-a-second-by-code-with-retry-after": { perSecond: 66, retryAfterSeconds: 1 },
  "150-a-minute-by-code": { perMinute: 150 },
};

export function codeLimitOf({ defence }: Choices): CodeLimit | undefined {
  return limits[defence];
}

export class LimitCount {
  #received = 0;
  #tokens = Number.POSITIVE_INFINITY;
  #filledAt = 0;
  #minute = 0;
  #inThisMinute = 0;

  /** Whether the request that comes now is one too many. */
  isOver({ every, perSecond, perMinute }: CodeLimit, now: number): boolean {
    this.#received += 1;
    if (every !== undefined) return this.#received % every === 0;
    if (perSecond !== undefined) return this.#isEmpty(perSecond, now);
    return this.#isFull(perMinute ?? Number.POSITIVE_INFINITY, now);
  }

  #isEmpty(perSecond: number, now: number): boolean {
    const filled = this.#tokens + ((now - this.#filledAt) / SECOND_MS) * perSecond;
    this.#filledAt = now;
    this.#tokens = Math.min(perSecond, filled);
    if (this.#tokens < 1) return true;
    this.#tokens -= 1;
    return false;
  }

  #isFull(perMinute: number, now: number): boolean {
    const minute = Math.floor(now / MINUTE_MS);
    this.#inThisMinute = minute === this.#minute ? this.#inThisMinute + 1 : 1;
    this.#minute = minute;
    return this.#inThisMinute > perMinute;
  }
}
