import type { createReference } from "../../../lib/reference/reference.ts";
import { activate, isEndless, reaching } from "./active-mutant.ts";
import type { Fate } from "./fate.ts";
import { freshReference } from "./instrumented-reference.ts";
import { trial, type Trial } from "./trial.ts";
import { otherWays, usualWays, type Way } from "./ways.ts";

/** The reference itself, judged in every way: what it reaches, answers and leaves open. */
export interface Baseline {
  readonly create: typeof createReference;
  readonly ways: readonly (readonly [Way, Trial, reached: ReadonlySet<number>])[];
  /** The mutations of what is evaluated when a module is loaded. */
  readonly atLoad: ReadonlySet<number>;
}

/** @throws when the reference itself is accused. */
export async function baseline(): Promise<Baseline> {
  const [create, atLoad] = await reaching(freshReference);
  const ways: [Way, Trial, ReadonlySet<number>][] = [];
  for (const way of [...usualWays, ...otherWays]) {
    const [own, reached] = await reaching(async () => trial(create, way));
    if (own.killer !== undefined) {
      const said = `${own.killer.requirement} ${own.killer.verdict}`;
      throw new Error(`Cannot judge mutants: without any, ${said} (${JSON.stringify(way)})`);
    }
    ways.push([way, own, reached]);
  }
  return { create, ways, atLoad };
}

/** Judges one mutant. One with which there is no server, or no run, is killed too: it does not pass. */
export async function tryMutant(number: number, own: Baseline): Promise<Fate> {
  try {
    return await judged(number, own);
  } catch (error) {
    return { kind: "killed", by: String(error), verdict: "errored" };
  } finally {
    activate(undefined);
  }
}

/** In the ways that reach it, until it is killed; in others than the usual ones only what those do not reach. */
async function judged(number: number, own: Baseline): Promise<Fate> {
  activate(number);
  const create = own.atLoad.has(number) ? await freshReference() : own.create;
  const undecided = new Set<string>();
  let differs = false;
  const chosen = waysFor(number, own);
  for (const [way, theirs] of chosen) {
    activate(number);
    const { killer, undecided: open, answers } = await trial(create, way);
    if (isEndless()) return { kind: "endless" };
    if (killer !== undefined) return { kind: "killed", by: killer.requirement, verdict: killer.verdict };
    for (const id of open) if (!theirs.undecided.includes(id)) undecided.add(id);
    differs ||= answers !== theirs.answers;
  }
  if (chosen.length === 0) return { kind: "not-reached" };
  return { kind: "survived", undecided: [...undecided], differs };
}

function waysFor(number: number, { ways, atLoad }: Baseline): Baseline["ways"] {
  const all = ways.filter(([, , reached]) => atLoad.has(number) || reached.has(number));
  const usual = all.filter(([way]) => usualWays.includes(way));
  return usual.length > 0 ? usual : all;
}
