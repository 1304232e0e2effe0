import type { Context } from "../api/context.ts";
import { InapplicableError, InconclusiveError } from "./verdict.ts";
import { canonical, type Plain } from "./plain.ts";

/** What an observation saw. */
export interface Observed {
  /** What was seen each time; of something that varies, a list of what was seen. */
  readonly value: Plain;
  /** Whether it was the same each time. */
  readonly stable: boolean;
  /** It can be seen one time only. */
  readonly once?: true;
}

const MAX_VARIETIES = 5;

/**
 * What several looks at one thing come to.
 * @throws {InconclusiveError} without a look
 */
export function steady(looks: readonly Plain[]): Observed {
  const different = [...new Map(looks.map((look) => [canonical(look), look])).values()];
  const [first] = different;
  if (first === undefined) throw new InconclusiveError("No answer of the run shows it.");
  if (different.length > 1) return { value: different.slice(0, MAX_VARIETIES), stable: false };
  return { value: first, stable: true, ...(looks.length === 1 && { once: true as const }) };
}

/**
 * Looks twice, with requests of its own.
 * @throws {InapplicableError} at quick depth, unless the observation is pinned
 */
export async function twice({ probes }: Context, look: () => Promise<Plain>): Promise<Observed> {
  if (!probes) {
    throw new InapplicableError(
      "Needs requests of its own: observed at standard depth, by `observe`, and when it is pinned.",
    );
  }
  return steady([await look(), await look()]);
}

/** The one value that all have, or a value for each name. */
export function together(values: ReadonlyMap<string, Plain>): Plain {
  const different = new Map([...values.values()].map((value) => [canonical(value), value]));
  const [only] = different.values();
  return different.size === 1 && only !== undefined ? only : Object.fromEntries(values);
}
