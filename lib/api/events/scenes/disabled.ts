import { InconclusiveError } from "../../../engine/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { typesInTurn } from "../deliveries/registration.ts";
import { type Scene, SceneStage } from "./scene-stage.ts";

/** The moments of the scene. */
const ENABLED = "of an enabled configuration";
export const DISABLED = "while the configuration is disabled";
export const AGAIN = "after a register has enabled the configuration again";

/** From standard depth on, an event of each type of the document. */
const EVENTS = { quick: 1, standard: 3, deep: 3 };

/**
 * Disables the webhook of one merchant after the other, at once after an event and an update: of the first merchant for the
 * first time, of the others for the second time. Meanwhile a register of the merchant is rejected, and those others register
 * that are still enabled. One wait is enough for all. Then registers enable them again.
 */
export const disabled: Scene = async (context, before) => {
  const stage = new SceneStage(context, before);
  const all = [context.merchant, ...context.others];
  for (const other of context.others) await stage.ensureHook(other);
  const disabledOnes: Merchant[] = [];
  let stopped: Stop | undefined;
  for (const [turn, one] of context.effort.tried(all).entries()) {
    const terms = { one, enabled: all.slice(turn + 1), turn, isFirst: before === 0 };
    stopped ??= await disable(context, stage, terms);
    if (stopped === undefined) disabledOnes.push(one);
  }
  await context.deliveries.silence();
  await stage.close();
  try {
    for (const one of disabledOnes) {
      const again = await stage.register(one);
      for (let event = 0; event < context.effort.at(EVENTS); event += 1)
        if (!(await stage.arrives(again, event, AGAIN))) return await stage.end();
    }
    return await stage.end(stopped?.obstacle);
  } catch (error) {
    if (error instanceof InconclusiveError) return stage.end(error);
    throw error;
  }
};

/** The end of the scene before its last event. Without an obstacle, an event did not arrive. */
interface Stop {
  readonly obstacle?: InconclusiveError;
}

interface Turn {
  readonly one: Merchant;
  /** The other merchants whose webhook is enabled. */
  readonly enabled: readonly Merchant[];
  readonly turn: number;
  /** Whether the scene is played for the first time: later, the configuration was disabled before. */
  readonly isFirst: boolean;
}

/** Disables a webhook and triggers events. @returns why it cannot. undefined: it did */
async function disable(
  { effort }: EventsContext,
  stage: SceneStage,
  { one, enabled, turn, isFirst }: Turn,
): Promise<Stop | undefined> {
  await stage.settle(one);
  if (turn > 0) await one.disable();
  if (!(await stage.arrives(await stage.register(one), turn, isFirst ? ENABLED : AGAIN))) return {};
  const found = await stage.register(one);
  const { status } = await one.disabled();
  if (status !== undefined && status !== 0)
    return {
      obstacle: new InconclusiveError("The configuration shows another status than 0 after disable."),
    };
  await stage.registerInVain(one);
  for (const type of typesInTurn(effort, found.types, turn))
    await stage.trigger(found, type, DISABLED, false);
  for (const other of enabled) await stage.register(other);
  await stage.trigger(found, found.type, DISABLED, false);
  return undefined;
}
