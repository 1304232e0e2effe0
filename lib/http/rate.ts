import type { Layer } from "./exchange.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { WaitLog } from "./wait-log.ts";

export interface RateOptions {
  readonly limiter: Pick<RateLimiter, "take">;
  /** Waits for a turn, and no longer when nothing more is sent. */
  readonly orEnd: (turn: Promise<void>) => Promise<void>;
  readonly waits: WaitLog;
}

/** Keeps the distance between requests. A distance that is longer because the target throttles is waiting that it asked for. */
export function rate({ limiter, orEnd, waits }: RateOptions): Layer {
  return (next) => async (outgoing) => {
    await orEnd(limiter.take().then((slowedMs) => waits.add("asked", slowedMs)));
    return next(outgoing);
  };
}
