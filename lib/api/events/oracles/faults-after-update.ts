import { Violation } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { registerHook } from "./establish-hook.ts";
import { findMisdelivery } from "./find-misdelivery.ts";
import { persistentFaults } from "./fail-if-persistent.ts";
import { findStray } from "./stays-away.ts";
import { triggerEach } from "./trigger-each.ts";

/** A merchant whose callback URL is updated, and the others, whose webhooks are enabled meanwhile. */
export interface Updated {
  readonly merchant: Merchant;
  readonly others: readonly Merchant[];
  /** The event types of the round. */
  readonly types: (all: readonly string[]) => readonly string[];
}

/** `former`: an old URL of the merchant gets an event. `foreign`: a URL of another merchant does. `missing`: the new URL does not. */
export type UpdateFault = "former" | "foreign" | "missing";

/**
 * Updates a callback URL, triggers events at once, and looks at every URL of the run. Each round is a further update.
 * @returns the faults of every round
 */
export async function faultsAfterUpdate(
  deliveries: Deliveries,
  { merchant, others, types }: Updated,
): Promise<ReadonlyMap<UpdateFault, Violation>> {
  for (const other of others) await registerHook(deliveries, other);
  const before = await registerHook(deliveries, merchant);
  await deliveries.come(before.hook, await deliveries.trigger(merchant, before.type));
  const former = () => deliveries.hooksOf(merchant).slice(0, -1);
  const faults = await persistentFaults<UpdateFault>(async () => {
    const now = await registerHook(deliveries, merchant);
    const due = types(now.types);
    const emissions = await triggerEach(deliveries, merchant, due);
    const missed = [];
    for (const [index, emission] of emissions.entries())
      missed.push(await findMisdelivery(deliveries, { ...now, type: due[index] ?? now.type }, emission));
    const missing = missed.find((wrong) => wrong !== undefined);
    if (missing === undefined) await deliveries.silence();
    const told = `after an update, and events ${due.join(", ")}`;
    const atFormer = findStray(deliveries, {
      hooks: former(),
      emissions,
      expected: `no delivery to a former callback URL ${told}`,
    });
    const atForeign = findStray(deliveries, {
      hooks: others.flatMap((other) => deliveries.hooksOf(other)),
      emissions,
      expected: `no event of ${merchant.name} to be delivered to another merchant ${told}`,
    });
    return [
      ["missing", missing],
      ["former", atFormer],
      ["foreign", atForeign],
    ];
  });
  if (others.length > 0 && !faults.has("foreign")) deliveries.history.excluded.add(eventsAtOthers(merchant));
  return faults;
}

/** Names the deliveries of a merchant's events to other merchants. */
export function eventsAtOthers({ name }: Merchant): string {
  return `events of ${name} at URLs of other merchants`;
}
