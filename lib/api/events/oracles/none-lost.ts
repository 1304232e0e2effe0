import { InconclusiveError, Violation } from "../../../engine/verdict.ts";
import type { EventsContext } from "../events-context.ts";
import { misdeliveriesOf, reachesFromEachPlace } from "../rules/arrivals.ts";
import { faultsOf } from "../rules/decided-by.ts";
import { roundOf } from "../scene.ts";
import { reach } from "../scenes/reach.ts";

/**
 * Every event of a scene arrives, also one that would arrive at the next try.
 * @throws {Violation} when one does not
 * @throws {InconclusiveError} when events at the same place of the scene never arrive: that is another failure
 */
export async function noneLost(context: EventsContext): Promise<void> {
  const { deliveries } = context;
  const faults = await faultsOf(context, reach, reachesFromEachPlace);
  if (faults.size > 0)
    throw new InconclusiveError(
      "Could not check: some events never reach their callback URL. Fix `delivery.reaches-callback-url` first.",
    );
  const { rows } = await roundOf(reach, context);
  const lost = await misdeliveriesOf(deliveries, rows);
  if (lost.size === 0) return;
  throw new Violation({
    expected: `${rows.length} deliveries of ${rows.length} events`,
    actual: `${rows.length - lost.size} of them within ${deliveries.waits.patienceMs / 1000} s`,
  });
}
