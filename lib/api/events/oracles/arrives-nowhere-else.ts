import { Violation } from "../../../engine/verdict.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Hook } from "../hook.ts";
import type { Registration } from "../registration.ts";
import { enableAgain } from "./enable-again.ts";
import { findMisdelivery } from "./find-misdelivery.ts";
import { failIfPersistent } from "./fail-if-persistent.ts";

/** Triggers an event, and expects it at its hook, and at none of some others by then. @throws {Violation} */
export async function arrivesNowhereElse(
  deliveries: Deliveries,
  found: Registration,
  hooks: readonly Hook[],
): Promise<void> {
  await failIfPersistent(async () => {
    const emission = await deliveries.trigger(found.merchant, found.type);
    const wrong = await findMisdelivery(deliveries, found, emission);
    if (wrong !== undefined) await enableAgain([found]);
    const astray = hooks.find(
      (hook) => hook.token !== found.hook.token && deliveries.of(hook, emission).length > 0,
    );
    if (wrong !== undefined || astray === undefined) return wrong;
    return new Violation({
      expected: `an event of ${found.hook.owner} to be delivered to ${found.hook.url} alone`,
      actual: `delivered to ${astray.url} too`,
    });
  });
}
