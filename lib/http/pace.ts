import type { RateLimiter } from "./rate-limiter.ts";

const FACTOR = 2;
/** A target that throttles a request now and then is waited for; one that does it again within so many is asked too fast. */
const SOON = 10;
const REQUESTS_UNTIL_FASTER = 50;

/** Goes slower while the target throttles, and faster again when it no longer does. */
export class Pace {
  readonly #limiter: RateLimiter;
  #lastThrottled = Number.NEGATIVE_INFINITY;
  #lastChanged = 0;

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /**
   * A request was throttled. Several that were under way together are throttled for one and the same pace.
   * @param number of the request, counted from 1
   * @param sent how many have gone out by now
   */
  throttled(number: number, sent: number): void {
    if (number <= this.#lastThrottled) return;
    const isSoon = number - this.#lastThrottled <= SOON;
    this.#lastThrottled = sent;
    this.#lastChanged = sent;
    if (isSoon) this.#limiter.slowDown(FACTOR);
  }

  /** A request was answered. */
  answered(sent: number): void {
    if (sent - this.#lastChanged < REQUESTS_UNTIL_FASTER) return;
    this.#lastChanged = sent;
    this.#limiter.speedUp(FACTOR);
  }
}
