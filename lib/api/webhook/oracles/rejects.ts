import { succeeded } from "../../answer.ts";
import type { Draft } from "../../draft.ts";
import { registerDraft } from "../../draft.ts";
import type { Merchant } from "../merchant.ts";
import type { Budget, Context } from "../../context.ts";
import { differences } from "../model/compare.ts";
import { InconclusiveError } from "../../../engine/verdict.ts";
import { refused } from "./refused.ts";
import { storesNoOtherUrl } from "./stores-no-other-url.ts";
import { STORED } from "./unchanged.ts";

/** A register that is wrong in exactly one way, and its twin, which is wrong in none. */
export interface Probe {
  readonly name: string;
  readonly draft: Draft;
  /** The callback URL of the twin. */
  readonly twin: string;
  /** The URL to which many validators repair it; undefined: no grammar takes it, nor anything near it. */
  readonly repaired?: string;
}

const PROBES = { quick: 3, standard: 100, deep: 100 };
const PROBES_PER_READING = { quick: 4, standard: 4, deep: 1 };
const PROBES_AGAIN = { quick: 0, standard: 1, deep: 100 };
/** At quick depth the last accepted register serves as twin of all. */
const TWINS_PER_READING = { quick: 0, standard: 4, deep: 1 };

/** A probe that offends by its callback URL, or by another value in its place. */
export function offends(name: string, callbackUrl: unknown, twin: string): Probe {
  return { name, draft: registerDraft(callbackUrl, "refused input"), twin };
}

/**
 * Every probe is refused, or stored as the URL to which validators repair it; its twin is accepted, and a refusal
 * changes nothing stored. The probes of one reading share it:
 * twins first, probes next, one query last, which makes two requests a probe and a little more.
 * Beyond quick depth the first probes are refused on a disabled configuration, and to another merchant, too.
 * @throws {Violation} when a probe is accepted, and not repaired
 * @throws {UnreturnedError} when query does not show what is stored of one that may be repaired
 * @throws {InconclusiveError} when a twin is refused too, or a refusal had an effect, which is judged elsewhere
 */
export async function rejects(
  { merchant, others, atDepth }: Context,
  probes: readonly Probe[],
  tried: Budget = PROBES,
): Promise<void> {
  const size = atDepth(PROBES_PER_READING);
  const chosen = probes.slice(0, atDepth(tried));
  for (let start = 0; start < chosen.length; start += size) {
    const chunk = chosen.slice(start, start + size);
    for (const { twin } of chunk.slice(0, atDepth(TWINS_PER_READING))) await merchant.accepts(twin);
    await refusesAll(merchant, chunk);
  }
  const again = chosen.slice(0, atDepth(PROBES_AGAIN));
  if (again.length === 0) return;
  await merchant.disabled();
  for (const one of [merchant, ...others]) await refusesAll(one, again);
}

async function refusesAll(merchant: Merchant, probes: readonly Probe[]): Promise<void> {
  let before = await merchant.steady();
  for (const { name, draft, repaired } of probes) {
    const answer = await merchant.send(draft);
    if (repaired === undefined || !succeeded(answer)) refused(answer, name);
    else {
      before = await merchant.configuration();
      storesNoOtherUrl(before, repaired, name);
    }
  }
  const [change] = differences(before, await merchant.configuration(), STORED);
  if (change !== undefined) throw new InconclusiveError(`A refused register changed \`${change.field}\`.`);
}
