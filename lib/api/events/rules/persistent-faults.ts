import type { Violation } from "../../../engine/verdict.ts";

/** Deliveries come late, twice, and for events of other clients: a problem counts only if it appears this many times in a row. */
const TIMES = 3;

/** The faults of a round; undefined: the round does not show it. */
export type RoundFaults<Fault> = readonly (readonly [fault: Fault, violation: Violation | undefined])[];

/** @throws {Violation} the last one, when every round shows one. @param round gets the number of rounds before it */
export async function failIfPersistent(
  round: (before: number) => Promise<Violation | undefined>,
): Promise<void> {
  const faults = await persistentFaults(async (before) => [["shown", await round(before)]]);
  for (const shown of faults.values()) throw shown;
}

/** The faults that every round shows, each with its last violation. */
export async function persistentFaults<Fault>(
  round: (before: number) => Promise<RoundFaults<Fault>>,
): Promise<ReadonlyMap<Fault, Violation>> {
  let shown = shownIn(await round(0));
  for (let before = 1; before < TIMES && shown.size > 0; before += 1) {
    const again = shownIn(await round(before));
    shown = new Map([...again].filter(([fault]) => shown.has(fault)));
  }
  return shown;
}

function shownIn<Fault>(faults: RoundFaults<Fault>): ReadonlyMap<Fault, Violation> {
  return new Map(
    faults.flatMap(([fault, violation]) => (violation === undefined ? [] : [[fault, violation] as const])),
  );
}
