import type { Observed } from "../../../engine/observed.ts";

const MAX_NAMES = 20;

/** The names that all answers have in common, and those that only some have. */
export function extraNames(answers: readonly (readonly string[])[]): Observed {
  const each = answers.map((names) => new Set(names));
  const all = [...new Set(answers.flat())].toSorted();
  const always = all.filter((name) => each.every((names) => names.has(name))).slice(0, MAX_NAMES);
  const sometimes = all.filter((name) => !always.includes(name)).slice(0, MAX_NAMES);
  if (sometimes.length === 0) return { value: always, stable: true };
  return { value: { always, sometimes }, stable: false };
}
