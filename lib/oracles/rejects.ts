import type { Draft } from "../client/draft.ts";
import { registerDraft } from "../client/draft.ts";
import type { Context } from "../context.ts";
import { differences } from "../model/compare.ts";
import { InconclusiveError } from "../verdict.ts";
import { refused } from "./refused.ts";
import { STORED } from "./unchanged.ts";

/** A register that is wrong in exactly one way, and its twin, which is wrong in none. */
export interface Probe {
  readonly name: string;
  readonly draft: Draft;
  /** The callback URL of the twin. */
  readonly twin: string;
}

const PROBES_PER_READING = { quick: 6, standard: 3, deep: 1 };
const TWINS_PER_READING = { quick: 1, standard: 3, deep: 1 };

/** A probe that offends by its callback URL, or by another value in its place. */
export function offends(name: string, callbackUrl: unknown, twin: string): Probe {
  return { name, draft: registerDraft(callbackUrl, "refused input"), twin };
}

/**
 * Every probe is refused, its twin is accepted, and nothing stored changes. The probes of one reading share it:
 * twins first, probes next, one query last, which makes two requests a probe and a little more.
 * @throws {Violation} when a probe is accepted
 * @throws {InconclusiveError} when a twin is refused too, or a refusal had an effect, which is judged elsewhere
 */
export async function rejects({ merchant, atDepth }: Context, probes: readonly Probe[]): Promise<void> {
  const size = atDepth(PROBES_PER_READING);
  for (let start = 0; start < probes.length; start += size) {
    const chunk = probes.slice(start, start + size);
    for (const { twin } of chunk.slice(0, atDepth(TWINS_PER_READING))) await merchant.accepts(twin);
    const before = await merchant.settled();
    for (const { name, draft } of chunk) refused(await merchant.send(draft), name);
    const [change] = differences(before, await merchant.configuration(), STORED);
    if (change !== undefined) throw new InconclusiveError(`A refused register changed \`${change.field}\`.`);
  }
}
