import type { Layer } from "./exchange.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** Keeps the distance between requests. */
export function rate(limiter: RateLimiter): Layer {
  return (next) => async (outgoing) => {
    await limiter.take();
    return next(outgoing);
  };
}
