import { InconclusiveError } from "../../../engine/verdict.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Hook } from "../hook.ts";
import { newArrivals } from "./new-arrivals.ts";

/**
 * Whether other clients cause deliveries to these hooks.
 * @throws {InconclusiveError} when some come while the run triggers nothing
 */
export async function assertQuiet(deliveries: Deliveries, hooks: readonly Hook[]): Promise<void> {
  const since = await deliveries.mark();
  await deliveries.silence();
  const loud = hooks.find((hook) => newArrivals(deliveries, hook, since).length > 0);
  if (loud === undefined) return;
  throw new InconclusiveError(
    `Deliveries come to ${loud.url} also while the run triggers no event: other clients may cause them. Set events.correlation, so that the run can distinguish its events.`,
  );
}
