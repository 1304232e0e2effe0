/** A run of the suite asks for a million; a mutant that asks for more is in a loop without end. */
const MAX_QUESTIONS = 10_000_000;

let active: number | undefined;
let questions = 0;
let reached: Set<number> | undefined;

/** Thrown by a mutant that does not come to an end. */
export class EndlessError extends Error {
  override name = "EndlessError";
}

/** Asked by the instrumented source, wherever a mutation would take the place of the original. */
export function isActive(number: number): boolean {
  reached?.add(number);
  if ((questions += 1) > MAX_QUESTIONS) throw new EndlessError("Cannot go on: the mutant loops without end");
  return number === active;
}

/** @param number undefined: none, the reference is as it was written. */
export function activate(number: number | undefined): void {
  active = number;
  questions = 0;
}

export function isEndless(): boolean {
  return questions > MAX_QUESTIONS;
}

/** Runs something, and gives back its result and the mutations that were asked for meanwhile. */
export async function reaching<T>(run: () => Promise<T>): Promise<readonly [T, ReadonlySet<number>]> {
  const mine = new Set<number>();
  reached = mine;
  const result = await run();
  reached = undefined;
  return [result, mine];
}
