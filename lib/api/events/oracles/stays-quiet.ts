import { InconclusiveError } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { EventsContext } from "../events-context.ts";
import type { Registration } from "../registration.ts";
import { registerHook, requireDelivery } from "./establish-hook.ts";
import { failIfPersistent, persistentFaults, type RoundFaults } from "./fail-if-persistent.ts";
import { eventsAtOthers } from "./faults-after-update.ts";
import { rejectedRegister } from "./rejected-register.ts";
import { assertQuiet, findStray, staysAway } from "./stays-away.ts";
import { triggerEach, typesInTurn } from "./trigger-each.ts";

const EXPECTED = "no delivery while the configuration is disabled";

/** A merchant whose webhook is disabled, and the others, whose webhooks are enabled meanwhile. */
interface Quiet {
  readonly merchant: Merchant;
  readonly others: readonly Merchant[];
  readonly turn: number;
}

/**
 * Disables a webhook that has just received an event, and expects its events at no URL of the run. Deliveries before and
 * after it show that events are delivered.
 * @throws {Violation}
 */
export async function staysQuiet(context: EventsContext, { merchant, others, turn }: Quiet): Promise<void> {
  const { deliveries, effort } = context;
  const witnesses: Registration[] = [];
  for (const other of others) witnesses.push(await registerHook(deliveries, other));
  await registerHook(deliveries, merchant);
  const found = await registerHook(deliveries, merchant);
  await assertDelivers(context, found);
  await assertDisabled(merchant);
  const rejected = await rejectedRegister(deliveries, merchant);
  const foreign = () => others.flatMap((other) => deliveries.hooksOf(other));
  const faults = await persistentFaults(async (): Promise<RoundFaults<"own" | "foreign">> => {
    const emissions = await triggerEach(deliveries, merchant, typesInTurn(effort, found.types, turn));
    const hooks = [...deliveries.hooksOf(merchant), rejected];
    const atOwn = await staysAway(deliveries, { hooks, emissions, expected: EXPECTED });
    const atForeign = findStray(deliveries, { hooks: foreign(), emissions, expected: EXPECTED });
    for (const witness of witnesses) await assertDelivers(context, witness);
    const isKnown = deliveries.history.reported.has(eventsAtOthers(merchant));
    return [
      ["own", atOwn],
      ["foreign", isKnown ? undefined : atForeign],
    ];
  });
  if (!faults.has("own") && faults.has("foreign")) await assertQuiet(deliveries, foreign());
  for (const fault of faults.values()) throw fault;
  await assertDelivers(context, await registerHook(deliveries, merchant));
}

/** Disables every webhook at once after an update, and expects no event at any URL of the run. @throws {Violation} */
export async function staysQuietAtOnce(context: EventsContext, all: readonly Merchant[]): Promise<void> {
  const { deliveries } = context;
  const found: Registration[] = [];
  for (const one of all) found.push(await registerHook(deliveries, one));
  for (const one of all) {
    await deliveries.register(one);
    await assertDisabled(one);
  }
  const expected = `${EXPECTED}, at once after an update`;
  await failIfPersistent(async () => {
    const emissions = [];
    for (const { merchant, types } of found)
      emissions.push(...(await triggerEach(deliveries, merchant, types)));
    return staysAway(deliveries, { hooks: deliveries.hooks, emissions, expected });
  });
  for (const one of all) await assertDelivers(context, await registerHook(deliveries, one));
}

/** @throws {InconclusiveError} when an event that is due does not come */
async function assertDelivers({ deliveries }: EventsContext, found: Registration): Promise<void> {
  await requireDelivery(deliveries, found, await deliveries.trigger(found.merchant, found.type));
}

/** @throws {InconclusiveError} when the webhook shows another status afterwards */
async function assertDisabled(merchant: Merchant): Promise<void> {
  const { status } = await merchant.disabled();
  if (status !== undefined && status !== 0)
    throw new InconclusiveError("The configuration shows another status than 0 after disable.");
}
