import { InconclusiveError, UnofferedError } from "../../../engine/record/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { EventRow, Registration } from "../deliveries/ledger.ts";
import { type Scene, SceneStage } from "./scene-stage.ts";

/** The moments of the scene. */
const ENABLED = "while the configuration is enabled";
export const DISABLED = "while the configuration is disabled";
export const AGAIN = "after a register has enabled the configuration again";

/** With the last one, an event of each type of the document. */
const EVENTS = { quick: 2, standard: 3, deep: 3 };

/**
 * Disables the webhook of each merchant, at once after an event and an update: of the first merchant for the first time, of
 * the others for the second time. Meanwhile a register of the merchant is rejected, those others register that are still
 * enabled, and it is disabled once more. One wait is enough for all. Then registers enable them again, at once after an event:
 * a sender may keep the status that it has read for that. At last, the same callback URL does so.
 */
export const disabled: Scene = async (context, before) => {
  const { effort, deliveries } = context;
  const stage = new SceneStage(context, before);
  const all = [context.merchant, ...context.others];
  const ready: EventRow[] = [];
  const disabledOnes: Registration[] = [];
  const first = await obstacleIn(async () => {
    for (const other of context.others) await stage.ensureHook(other);
    await stage.settle(all);
    for (const [turn, one] of all.entries()) {
      if (turn > 0) await one.disable();
      const found = await stage.register(one);
      const when = turn === 0 && before === 0 ? ENABLED : AGAIN;
      ready.push(await stage.trigger(found, found.type, when));
    }
  });
  const second = await obstacleIn(async () => {
    await stage.arrive(ready);
    await stage.close();
    const came = ready.filter(({ hook, emission }) => deliveries.of(hook, emission).length > 0);
    const merchants = came.map(({ merchant }) => merchant);
    for (const [turn, one] of merchants.entries())
      disabledOnes.push(await disable(stage, one, merchants.slice(turn + 1)));
  });
  if (disabledOnes.length > 0) await context.pause(deliveries.waits.settlingMs);
  const third = await obstacleIn(async () => {
    for (const found of disabledOnes) await stage.trigger(found, found.type, DISABLED, false);
    await context.pause(deliveries.waits.lingerMs);
    await stage.close();
    for (const found of disabledOnes) {
      const again = await stage.register(found.merchant);
      let hasCome = true;
      for (let event = 0; hasCome && event < effort.at(EVENTS); event += 1)
        hasCome = await stage.arrives(again, event, AGAIN);
      if (!hasCome) break;
      await stage.triggerUnsubscribed(again);
      await found.merchant.disabled();
      await stage.arrives(await stage.registerAgain(again), effort.at(EVENTS), AGAIN);
    }
  });
  return stage.end(third ?? second ?? first);
};

/** Plays a part of the scene. @returns why it ended early. undefined: it did not, or an event did not arrive */
async function obstacleIn(part: () => Promise<void>): Promise<Error | undefined> {
  try {
    await part();
    return undefined;
  } catch (error) {
    if (error instanceof InconclusiveError || error instanceof UnofferedError) return error;
    throw error;
  }
}

/** Disables a webhook, and triggers events. @param enabled the other merchants whose webhook is enabled */
async function disable(
  stage: SceneStage,
  one: Merchant,
  enabled: readonly Merchant[],
): Promise<Registration> {
  const found = await stage.register(one);
  const { status } = await one.disabled();
  if (status !== undefined && status !== 0)
    throw new InconclusiveError("The configuration shows another status than 0 after disable.");
  await stage.registerInVain(one);
  for (const type of found.types) await stage.trigger(found, type, DISABLED, false);
  for (const other of enabled) await stage.register(other);
  await one.disable();
  await stage.trigger(found, found.type, DISABLED, false);
  return found;
}
