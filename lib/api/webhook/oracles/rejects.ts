import { succeeded } from "../../exchange/answer.ts";
import { registerDraft } from "../../request/draft.ts";
import type { InputOffence } from "../../request/offence.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { differencesBetween } from "../../merchant/configuration.ts";
import type { Effort } from "../../../engine/effort.ts";
import { InconclusiveError } from "../../../engine/verdict.ts";
import { assertRefused } from "./assert-refused.ts";
import { grantedOf } from "./granted-of.ts";
import { leavesEnabled } from "./leaves-enabled.ts";
import { storesNoOtherUrl } from "./stores-no-other-url.ts";
import { STORED } from "./assert-unchanged.ts";

/** Only deep depth shows which offence had an effect. More rejections in a row could look like an attack. */
const OFFENCES_PER_READING = { quick: 5, standard: 5, deep: 1 };
/** At quick depth the last accepted register serves as twin of all. */
const READINGS_PER_TWIN = { quick: Infinity, standard: 2, deep: 1 };
/** The number of further offences after an accepted one. */
const FURTHER = 10;

/** Offends by its callback URL, or by another value in its place. */
export function offenceByUrl(name: string, callbackUrl: unknown, twin: string): InputOffence {
  return { name, draft: registerDraft(callbackUrl, "refused input"), twin };
}

/**
 * Every offence is refused, or stored as the URL to which validators repair it; a twin is accepted, and a refusal
 * changes nothing stored. Several offences share a reading, and more share a twin.
 * `lifecycle.refuses-input-throughout` repeats it in other states, and to another merchant.
 * @throws {Violation} when one is accepted, and not repaired
 * @throws {UnreturnedError} when query does not show what is stored of one that may be repaired
 * @throws {InconclusiveError} when a twin is refused too, or a refusal had an effect, which is judged elsewhere
 */
export async function assertRejectsOffences(
  { merchant, effort }: WebhookContext,
  offences: readonly InputOffence[],
): Promise<void> {
  const size = effort.at(OFFENCES_PER_READING);
  const chosen = effort.tried(offences);
  for (let reading = 0; reading * size < chosen.length; reading += 1) {
    const group = chosen.slice(reading * size, (reading + 1) * size);
    const [first] = group;
    if (first !== undefined && isTwinDue(effort, reading)) await merchant.accepts(first.twin);
    await refusesAll(merchant, group, chosen.slice(reading * size + 1));
  }
}

function isTwinDue(effort: Effort, reading: number): boolean {
  return !effort.isQuick && reading % effort.at(READINGS_PER_TWIN) === 0;
}

/** @param later what a fault of the first may reach too */
async function refusesAll(
  merchant: Merchant,
  offences: readonly InputOffence[],
  later: readonly InputOffence[],
): Promise<void> {
  let before = await merchant.steady();
  for (const [at, { name, draft, repaired }] of offences.entries()) {
    const answer = await merchant.send(draft);
    if (repaired === undefined || !succeeded(answer)) {
      const further = succeeded(answer) ? later.slice(at, at + FURTHER) : [];
      assertRefused(answer, name, {
        reach: await grantedOf(
          merchant,
          further.map((one) => one.draft),
        ),
      });
    } else {
      before = await merchant.configuration();
      storesNoOtherUrl(before, repaired, name);
    }
  }
  const after = await merchant.configuration();
  if (before.status === 1 && after.status === 0) await leavesEnabled(merchant, offences);
  const [change] = differencesBetween(before, after, STORED);
  if (change !== undefined) throw new InconclusiveError(`A refused register changed \`${change.field}\`.`);
}
