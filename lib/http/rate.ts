import type { Layer } from "./exchange.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/**
 * Keeps the distance between requests.
 * @param orEnd waits for a turn, and no longer when nothing more is sent
 */
export function rate(limiter: RateLimiter, orEnd: (turn: Promise<void>) => Promise<void>): Layer {
  return (next) => async (outgoing) => {
    await orEnd(limiter.take());
    return next(outgoing);
  };
}
