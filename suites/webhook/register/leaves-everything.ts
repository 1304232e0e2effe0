import { succeeded } from "../../../lib/api/exchange/answer.ts";
import type { InputOffence } from "../../../lib/api/request/offence.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { neverMoves, readAround, type Readings } from "../../../lib/api/webhook/oracles/never-moves.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { InconclusiveError } from "../../../lib/engine/verdict.ts";

/**
 * Sends registers that must be refused, and reads the configuration around each.
 * @throws {Violation} if one changes it
 * @throws {InconclusiveError} if one is accepted, which another check judges
 */
export async function leavesEverything(
  { merchant, effort }: WebhookContext,
  offences: readonly InputOffence[],
): Promise<void> {
  const repetitions: Readings[] = [];
  for (const [index, { name, draft }] of effort.triedSparingly(offences).entries()) {
    const readings = await readAround(merchant, index, async () => {
      if (!succeeded(await merchant.send(draft))) return;
      throw new InconclusiveError(`A register with ${name}, which must be refused, was accepted.`);
    });
    assertUnchanged(readings.before, readings.after[0], `a refused register (${name})`);
    repetitions.push(readings);
  }
  neverMoves(repetitions, "a refused register");
}
