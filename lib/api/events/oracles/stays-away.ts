import { Violation } from "../../../engine/verdict.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";
import type { Hook } from "../hook.ts";
import { newArrivals } from "./new-arrivals.ts";

/**
 * Waits as long as it takes to say that nothing comes to any of these hooks.
 * @param what would be wrong, for example `no delivery to the former callback URL`
 */
export async function staysAway(
  deliveries: Deliveries,
  hooks: readonly Hook[],
  emission: Emission,
  what: string,
): Promise<Violation | undefined> {
  await deliveries.silence();
  for (const hook of hooks) {
    const own = deliveries.of(hook, emission);
    const { length } = newArrivals(deliveries, hook, emission).filter((arrival) => own.includes(arrival));
    if (length > 0) return new Violation({ expected: what, actual: `${length} to ${hook.url}` });
  }
  return undefined;
}
