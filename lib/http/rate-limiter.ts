import { setTimeout as delay } from "node:timers/promises";

export interface RateLimiterOptions {
  /** Undefined: no limit, until `slowDown` is called. */
  readonly requestsPerSecond: number | undefined;
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  readonly clock?: () => number;
  /** Waits for at least some milliseconds. */
  readonly sleep?: (ms: number) => Promise<unknown>;
  /** Time of the last request, by the same clock. Default: long ago. */
  readonly lastAt?: number;
}

export interface RateLimiter {
  /**
   * Resolves, in the order of the calls, when the next request may go out. Returns the wait that `slowDown`
   * caused, in milliseconds.
   */
  take(): Promise<number>;
  /**
   * Multiplies the distance between requests; without a limit it starts at 20 requests per second.
   * @param longestMs a longer distance stays as it is
   */
  slowDown(factor: number, longestMs?: number): void;
  /** Divides the distance between requests, down to its first value. */
  speedUp(factor: number): void;
}

const MS_PER_SECOND = 1_000;
const FIRST_INTERVAL_MS = 50;
const MAX_INTERVAL_MS = 10_000;

/**
 * Spaces requests evenly, never closer than 1/requestsPerSecond. No window of one second contains more than
 * requestsPerSecond. Idle time does not allow a burst later.
 * @throws {RangeError} if the rate is not above 0, or a factor is below 1
 */
export function rateLimiter({
  requestsPerSecond,
  clock = () => performance.now(),
  sleep = delay,
  lastAt = Number.NEGATIVE_INFINITY,
}: RateLimiterOptions): RateLimiter {
  if (requestsPerSecond !== undefined && !(requestsPerSecond > 0))
    throw new RangeError(`Cannot limit requests: requestsPerSecond is ${requestsPerSecond}, not above 0`);
  let intervalMs = requestsPerSecond === undefined ? 0 : MS_PER_SECOND / requestsPerSecond;
  const shortestMs = intervalMs;
  const longestMs = Math.max(intervalMs, MAX_INTERVAL_MS);
  let previousAt = lastAt;
  let queue: Promise<unknown> = Promise.resolve();

  async function awaitTurn(): Promise<number> {
    const isSlow = intervalMs > shortestMs;
    const fastAt = isSlow ? Math.max(clock(), previousAt + shortestMs) : 0;
    for (let now = clock(); now < previousAt + intervalMs; now = clock())
      await sleep(previousAt + intervalMs - now);
    previousAt = clock();
    return isSlow ? previousAt - fastAt : 0;
  }

  return {
    take() {
      const turn = queue.then(awaitTurn);
      queue = turn.catch(() => undefined);
      return turn;
    },
    slowDown(factor, upToMs = longestMs) {
      if (!(factor >= 1)) throw new RangeError(`Cannot slow down: the factor is ${factor}, below 1`);
      if (intervalMs >= upToMs) return;
      intervalMs = intervalMs === 0 ? FIRST_INTERVAL_MS : Math.min(intervalMs * factor, upToMs);
    },
    speedUp(factor) {
      if (!(factor >= 1)) throw new RangeError(`Cannot speed up: the factor is ${factor}, below 1`);
      const shorterMs = intervalMs / factor;
      intervalMs = shorterMs < Math.max(shortestMs, FIRST_INTERVAL_MS) ? shortestMs : shorterMs;
    },
  };
}

const FACTOR = 2;
/**
 * A target that throttles rarely only causes waits. Two throttled requests within this number mean that the
 * pace is too fast.
 */
const SOON = 10;
const REQUESTS_UNTIL_FASTER = 50;

/** Slows down while the target throttles, and speeds up again afterwards. */
export class Pace {
  readonly #limiter: RateLimiter;
  #lastThrottled = Number.NEGATIVE_INFINITY;
  #lastChanged = 0;

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /**
   * Called for a throttled request. Parallel requests that are throttled count once.
   * @param number of the request, counted from 1
   * @param sent number of requests sent so far
   * @param longestMs distance between requests that is long enough
   */
  throttled(number: number, sent: number, longestMs?: number): void {
    if (number <= this.#lastThrottled) return;
    const isSoon = number - this.#lastThrottled <= SOON;
    this.#lastThrottled = sent;
    this.#lastChanged = sent;
    if (isSoon) this.#limiter.slowDown(FACTOR, longestMs);
  }

  /** Called for an answered request. */
  answered(sent: number): void {
    if (sent - this.#lastChanged < REQUESTS_UNTIL_FASTER) return;
    this.#lastChanged = sent;
    this.#limiter.speedUp(FACTOR);
  }
}
