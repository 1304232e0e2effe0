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
export async function twice(
  { probes }: { readonly probes: boolean },
  look: () => Promise<Plain>,
): Promise<Observed> {
  assertProbes(probes);
  return steady([await look(), await look()]);
}

/**
 * Looks one time, at what may not be brought about often.
 * @throws {InapplicableError} at quick depth, unless the observation is pinned
 */
export async function once(
  { probes }: { readonly probes: boolean },
  look: () => Promise<Plain>,
): Promise<Observed> {
  assertProbes(probes);
  return steady([await look()]);
}

function assertProbes(probes: boolean): void {
  if (probes) return;
  throw new InapplicableError(
    "Needs requests of its own: observed at standard depth, by `observe`, and when it is pinned.",
  );
}

/** The one value that all have, or a value for each name. */
export function together(values: ReadonlyMap<string, Plain>): Plain {
  const different = new Map([...values.values()].map((value) => [canonical(value), value]));
  const [only] = different.values();
  return different.size === 1 && only !== undefined ? only : Object.fromEntries(values);
}
