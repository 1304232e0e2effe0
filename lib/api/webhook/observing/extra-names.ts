import type { Observed } from "../../../engine/observed.ts";

const MAX_NAMES = 20;

/** The names that all answers have in common, and those that only some have. */
export function extraNames(answers: readonly (readonly string[])[]): Observed {
  const all = [...new Set(answers.flat())].toSorted();
  const always = all.filter((name) => answers.every((names) => names.includes(name))).slice(0, MAX_NAMES);
  const sometimes = all.filter((name) => !always.includes(name)).slice(0, MAX_NAMES);
  if (sometimes.length === 0) return { value: always, stable: true };
  return { value: { always, sometimes }, stable: false };
}
