import type { WebhookContext } from "../webhook-context.ts";
import { registerDraft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { neverFalls, neverMoves, readAround, type Readings } from "./never-moves.ts";
import { assertUnchanged } from "./assert-unchanged.ts";

const REFUSED_IN_A_ROW = 3;

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
  await neverFalls(other, "refused registers of another merchant", async () => {
    await actor.enabled();
    const before = await other.enabled();
    for (let time = 0; time < REFUSED_IN_A_ROW; time += 1)
      await actor.send(registerDraft(urls.fresh().replace("https:", "http:"), "refused input"));
    await actor.configuration();
    const after = await other.configuration();
    assertUnchanged(before, after, "refused registers of another merchant");
    return { before, after };
  });
}
