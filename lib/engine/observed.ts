import { InapplicableError, InconclusiveError } from "./verdict.ts";
import { canonicalText, type Plain } from "./plain.ts";

/** The value of an observation. */
export interface Observed {
  /** The value of each look. If it varies, a list of all values. */
  readonly value: Plain;
  /** Whether all looks saw the same value. */
  readonly stable: boolean;
  /** Only one look is possible. */
  readonly once?: true;
}

const MAX_VARIETIES = 5;

/**
 * Combines several looks at one thing.
 * @throws {InconclusiveError} without a look
 */
export function summarizeLooks(looks: readonly Plain[]): Observed {
  const different = [...new Map(looks.map((look) => [canonicalText(look), look])).values()];
  const [first] = different;
  if (first === undefined) throw new InconclusiveError("No answer of the run shows it.");
  if (different.length > 1) return { value: different.slice(0, MAX_VARIETIES), stable: false };
  return { value: first, stable: true, ...(looks.length === 1 && { once: true as const }) };
}

/**
 * Looks twice, with its own requests.
 * @throws {InapplicableError} at quick depth, unless the observation is pinned
 */
export async function lookTwice(
  { probes }: { readonly probes: boolean },
  look: () => Promise<Plain>,
): Promise<Observed> {
  assertProbes(probes);
  return summarizeLooks([await look(), await look()]);
}

/**
 * Looks once, because the action must not be repeated often.
 * @throws {InapplicableError} at quick depth, unless the observation is pinned
 */
export async function lookOnce(
  { probes }: { readonly probes: boolean },
  look: () => Promise<Plain>,
): Promise<Observed> {
  assertProbes(probes);
  return summarizeLooks([await look()]);
}

function assertProbes(probes: boolean): void {
  if (probes) return;
  throw new InapplicableError(
    "Needs requests of its own: observed at standard depth, by `observe`, and when it is pinned.",
  );
}

/** The common value, or a value for each name. */
export function combineByName(values: ReadonlyMap<string, Plain>): Plain {
  const different = new Map([...values.values()].map((value) => [canonicalText(value), value]));
  const [only] = different.values();
  return different.size === 1 && only !== undefined ? only : Object.fromEntries(values);
}
