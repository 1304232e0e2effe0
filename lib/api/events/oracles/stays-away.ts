import { InconclusiveError, Violation } from "../../../engine/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";
import type { Hook } from "../hook.ts";
import { newArrivals } from "./new-arrivals.ts";

/** Some events, and where no delivery of them may come. */
export interface Forbidden {
  readonly hooks: readonly Hook[];
  readonly emissions: readonly Emission[];
  /** For example `no delivery to the former callback URL`. */
  readonly expected: string;
}

/** Waits until an event that has not come to these hooks counts as absent. */
export async function staysAway(
  deliveries: Deliveries,
  forbidden: Forbidden,
): Promise<Violation | undefined> {
  await deliveries.silence();
  return findStray(deliveries, forbidden);
}

/** A delivery that has come where none may. */
export function findStray(
  deliveries: Deliveries,
  { hooks, emissions, expected }: Forbidden,
): Violation | undefined {
  for (const hook of hooks) {
    const { length } = straysAt(deliveries, hook, emissions);
    if (length > 0) return new Violation({ expected, actual: `${length} to ${hook.url}` });
  }
  return undefined;
}

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

/** New deliveries to a hook that may be of some events. */
function straysAt(deliveries: Deliveries, hook: Hook, emissions: readonly Emission[]): readonly Arrival[] {
  const [first] = emissions;
  if (first === undefined) return [];
  const own = new Set(emissions.flatMap((emission) => deliveries.of(hook, emission)));
  return newArrivals(deliveries, hook, first).filter((arrival) => own.has(arrival));
}
