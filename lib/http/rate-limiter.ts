import { setTimeout as delay } from "node:timers/promises";

export interface RateLimiterOptions {
  /** Undefined: no limit, until `slowDown` is called. */
  readonly requestsPerSecond: number | undefined;
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  readonly clock?: () => number;
  /** Waits for at least some milliseconds. */
  readonly sleep?: (ms: number) => Promise<unknown>;
  /** When the last request went out, by the same clock. Default: long ago. */
  readonly lastAt?: number;
}

export interface RateLimiter {
  /** Resolves, in the order of the calls, when the next request may go out; with the milliseconds that `slowDown` made it wait. */
  take(): Promise<number>;
  /** Multiplies the distance between requests; without a limit it starts at 20 requests per second. */
  slowDown(factor: number): void;
  /** Divides the distance between requests, down to what it was at first. */
  speedUp(factor: number): void;
}

const MS_PER_SECOND = 1_000;
const FIRST_INTERVAL_MS = 50;
const MAX_INTERVAL_MS = 10_000;

/**
 * Spaces requests evenly: never two closer than 1/requestsPerSecond, so that no window of one second holds
 * more than requestsPerSecond. An idle time is not saved up for a burst.
 *
 * @throws {RangeError} when the rate is not above 0, or a factor is below 1.
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
    slowDown(factor) {
      if (!(factor >= 1)) throw new RangeError(`Cannot slow down: the factor is ${factor}, below 1`);
      intervalMs = intervalMs === 0 ? FIRST_INTERVAL_MS : Math.min(intervalMs * factor, longestMs);
    },
    speedUp(factor) {
      if (!(factor >= 1)) throw new RangeError(`Cannot speed up: the factor is ${factor}, below 1`);
      const shorterMs = intervalMs / factor;
      intervalMs = shorterMs < Math.max(shortestMs, FIRST_INTERVAL_MS) ? shortestMs : shorterMs;
    },
  };
}
