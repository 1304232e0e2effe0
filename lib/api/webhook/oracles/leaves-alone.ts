import type { WebhookContext } from "../webhook-context.ts";
import { notAUrl } from "../inputs/malformed-url.ts";
import { otherScheme, overLength } from "../inputs/offending-url.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { differencesBetween } from "../../merchant/configuration.ts";
import { MOVING } from "../model/deviations.ts";
import { isMoving } from "../webhook-situation.ts";
import { awaitVisibleMoves } from "../observing/update-time.ts";
import { neverMoves, readAround, type Readings } from "./never-moves.ts";
import { moveNothing } from "../move-nothing.ts";
import { assertUnchanged } from "./assert-unchanged.ts";

/**
 * Accepted and rejected registers of one merchant leave another's configuration as it is.
 * @throws {Violation} when it does not
 */
export async function leavesAlone(
  context: Pick<WebhookContext, "urls" | "effort" | "pause">,
  actor: Merchant,
  other: Merchant,
): Promise<void> {
  const { urls, effort } = context;
  const repetitions: Readings[] = [];
  let maybeMoves = true;
  for (let turn = 0; turn < effort.times; turn += 1) {
    const readings = await readAround(other, turn, async (before) => {
      if (maybeMoves) await awaitVisibleMoves(context, [before]);
      await actor.accepts(urls.fresh());
    });
    maybeMoves &&= differencesBetween(readings.before, readings.after[0], MOVING).length > 0;
    assertUnchanged(readings.before, readings.after[0], "another merchant's register");
    repetitions.push(readings);
  }
  if (!maybeMoves || !(await isMoving([other], context)))
    neverMoves(repetitions, "another merchant's register");
  await actor.enabled();
  const offences = [otherScheme, overLength, notAUrl].flatMap((table) => table(urls).slice(0, 1));
  const what = "refused registers of another merchant";
  await moveNothing(context, offences, { merchant: actor, unchanged: other, state: "enabled", what });
  await actor.configuration();
}
