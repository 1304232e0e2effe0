import { requireSuccess } from "../../exchange/require-success.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { EventRow, Registration } from "../deliveries/ledger.ts";
import { REJECTED_SHAPES, type Scene, SceneStage } from "./scene-stage.ts";
import { SAME_PATH_FORM } from "../urls/hook.ts";

/** Longer than many caches keep what they read. */
const A_WHILE_MS = { quick: 1_000, standard: 3_000, deep: 30_000 };

/** The moments of these scenes. */
export const UPDATED = "after an update";
export const LATER = "some seconds after an update";
export const BACK = "after an update back to a former callback URL";
export const REJECTED = "after a rejected register";
export const BESIDE = "after another merchant's disable";
export const MEANWHILE = "after an update while another merchant is disabled";

/**
 * Updates the callback URL of each merchant, the first one last, and triggers events at once, a while later, and after an
 * update back. Only one merchant has events at a time. The round ends at the first due event that does not arrive.
 */
export const updates: Scene = async (context, before) => {
  const { merchant, others, deliveries, effort, pause } = context;
  const stage = new SceneStage(context, before);
  const all = [merchant, ...others];
  const updated: Update[] = [];
  for (const one of all) await stage.ensureHook(one);
  await stage.settle(all);
  for (const one of all.toReversed()) {
    const found = await update(stage, one);
    const { settlingMs, lingerMs } = deliveries.waits;
    await pause(one === merchant ? Math.max(settlingMs, effort.at(A_WHILE_MS)) : lingerMs);
    await stage.close();
    if (found === undefined) return stage.end();
    updated.push(found);
  }
  for (const [turn, { former, now }] of updated.entries()) {
    if (!(await stage.arrives(now, turn + 1, LATER))) break;
    if (!(await stage.arrives(await stage.registerAgain(former), turn, BACK))) break;
  }
  return stage.end();
};

/** The callback URLs before and after an update. */
interface Update {
  readonly former: Registration;
  readonly now: Registration;
}

/** An event at one URL, and at once after two updates in a row others at a URL that differs in its query only. @returns undefined if one does not arrive */
async function update(stage: SceneStage, merchant: Merchant): Promise<Update | undefined> {
  const former = await stage.register(merchant, { form: SAME_PATH_FORM });
  const first = await stage.trigger(former, former.type, UPDATED);
  if (!(await stage.arrive([first]))) return undefined;
  await stage.register(merchant, { form: SAME_PATH_FORM });
  const now = await stage.register(merchant, { form: SAME_PATH_FORM });
  const rows: EventRow[] = [];
  for (const type of now.types) rows.push(await stage.trigger(now, type, UPDATED));
  await stage.triggerUnsubscribed(now);
  return (await stage.arrive(rows)) ? { former, now } : undefined;
}

/** Rejects a register of one merchant after the other, disables the other merchants, and updates while these are disabled. */
export const unmoved: Scene = async (context, before) => {
  const { merchant, others, effort } = context;
  const stage = new SceneStage(context, before);
  const all = [merchant, ...others];
  await stage.settle(effort.tried(all));
  for (const [turn, one] of effort.tried(all).entries()) {
    const rest = all.filter((other) => other !== one);
    for (const other of rest) await stage.register(other);
    const found = await stage.register(one);
    await stage.registerInVain(one, REJECTED_SHAPES[turn % REJECTED_SHAPES.length]);
    await stage.triggerUnsubscribed(found);
    if (!(await stage.arrives(found, 1, REJECTED))) break;
    if (rest.length === 0) continue;
    for (const other of rest) requireSuccess(await other.disable());
    if (!(await stage.arrives(found, 2, BESIDE))) break;
    if (!(await stage.arrives(await stage.register(one), 0, MEANWHILE))) break;
  }
  return stage.end();
};
