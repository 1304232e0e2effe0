import type { WebhookContext } from "../webhook-context.ts";
import { notAUrl } from "../inputs/malformed-url.ts";
import { otherScheme, overLength } from "../inputs/offending-url.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { neverMoves, readAround, type Readings } from "./never-moves.ts";
import { moveNothing } from "../move-nothing.ts";
import { assertUnchanged } from "./assert-unchanged.ts";

/**
 * Accepted and rejected registers of one merchant leave another's configuration as it is.
 * @throws {Violation} when it does not
 */
export async function leavesAlone(
  { urls, effort }: Pick<WebhookContext, "urls" | "effort">,
  actor: Merchant,
  other: Merchant,
): Promise<void> {
  const repetitions: Readings[] = [];
  for (let turn = 0; turn < effort.times; turn += 1) {
    const readings = await readAround(other, turn, async () => actor.accepts(urls.fresh()));
    assertUnchanged(readings.before, readings.after[0], "another merchant's register");
    repetitions.push(readings);
  }
  neverMoves(repetitions, "another merchant's register");
  await actor.enabled();
  const offences = [otherScheme, overLength, notAUrl].flatMap((table) => table(urls).slice(0, 1));
  const what = "refused registers of another merchant";
  await moveNothing(offences, { merchant: actor, unchanged: other, state: "enabled", what });
  await actor.configuration();
}
