import type { Violation } from "../../../engine/verdict.ts";

/** Deliveries come late, twice, and for events of other clients: a problem counts only if it appears this many times in a row. */
const TIMES = 3;

/** @throws {Violation} the last one, when every round shows one */
export async function failIfPersistent(round: () => Promise<Violation | undefined>): Promise<void> {
  let shown: Violation | undefined;
  for (let time = 0; time < TIMES; time += 1) {
    shown = await round();
    if (shown === undefined) return;
  }
  if (shown !== undefined) throw shown;
}
