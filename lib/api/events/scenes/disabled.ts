import { InconclusiveError } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { EventsContext } from "../events-context.ts";
import type { Round } from "../ledger.ts";
import { typesInTurn } from "../registration.ts";
import type { Scene } from "../scene.ts";
import { SceneStage } from "../scene-stage.ts";

/** The moments of the scene. */
const ENABLED = "of an enabled configuration";
export const DISABLED = "while the configuration is disabled";
export const AGAIN = "after a register has enabled the configuration again";

/** From standard depth on, an event of each type of the document. */
const EVENTS = { quick: 1, standard: 3, deep: 3 };

/**
 * Disables the webhook of one merchant after the other, at once after an event and an update: of the
 * first merchant for the first time, of the others for the second time. Meanwhile a register of the
 * merchant is rejected, and the others register. Then a register enables it again.
 */
export const disabled: Scene = async (context, before) => {
  const stage = new SceneStage(context, before);
  const all = [context.merchant, ...context.others];
  for (const other of context.others) await stage.ensureHook(other);
  for (const [turn, one] of context.effort.tried(all).entries()) {
    const others = all.filter((other) => other !== one);
    const end = await disableAndEnable(context, stage, { one, others, turn, isFirst: before === 0 });
    if (end !== undefined) return end;
  }
  return stage.end();
};

interface Turn {
  readonly one: Merchant;
  readonly others: readonly Merchant[];
  readonly turn: number;
  /** Whether the scene is played for the first time: later, the configuration was disabled before. */
  readonly isFirst: boolean;
}

/** @returns the round, if an event does not arrive, or a register does not enable the configuration */
async function disableAndEnable(
  { deliveries, effort }: EventsContext,
  stage: SceneStage,
  { one, others, turn, isFirst }: Turn,
): Promise<Round | undefined> {
  await stage.settle(one);
  if (turn > 0) await one.disable();
  if (!(await stage.arrives(await stage.register(one), turn, isFirst ? ENABLED : AGAIN))) return stage.end();
  const found = await stage.register(one);
  const { status } = await one.disabled();
  if (status !== undefined && status !== 0)
    return stage.end(new InconclusiveError("The configuration shows another status than 0 after disable."));
  await stage.registerInVain(one);
  const types = typesInTurn(effort, found.types, turn);
  for (const type of types) await stage.trigger(found, type, DISABLED, false);
  for (const other of others) await stage.register(other);
  await stage.trigger(found, found.type, DISABLED, false);
  await deliveries.silence();
  await stage.close();
  try {
    const again = await stage.register(one);
    for (let event = 0; event < effort.at(EVENTS); event += 1)
      if (!(await stage.arrives(again, event, AGAIN))) return await stage.end();
    return undefined;
  } catch (error) {
    if (error instanceof InconclusiveError) return stage.end(error);
    throw error;
  }
}
