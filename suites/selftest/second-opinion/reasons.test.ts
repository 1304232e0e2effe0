import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHOICES } from "./catalogue.ts";
import { ACCUSED_CHOICES, UNDECIDED_CHOICES } from "./imperfect-choices.ts";
import { MODES } from "./judge-variation.ts";
import { UNFOUND_FAULTS } from "./unfound-faults.ts";

/** The names in the verdicts that are pinned for a mode, with what follows each. */
function pinned(mode: string): (readonly [name: string, verdict: string])[] {
  const text = readFileSync(new URL(`faults.${mode}.txt`, import.meta.url), "utf8");
  return text.split("\n").flatMap((line) => {
    const [name, verdict] = line.split(" | ");
    return name === undefined || verdict === undefined ? [] : [[name, verdict] as const];
  });
}

test("exactly the faults that are not found have a reason", () => {
  const unfound = MODES.flatMap(pinned).filter(([, verdict]) => !/non-conformant|stopped/.test(verdict));
  expect(Object.keys(UNFOUND_FAULTS).toSorted()).toEqual(
    [...new Set(unfound.map(([name]) => name))].toSorted(),
  );
});

test("reasons are for choices that exist", () => {
  const names = new Set(CHOICES.map(({ name }) => name));
  const reasons = Object.keys({ ...ACCUSED_CHOICES, ...UNDECIDED_CHOICES });
  expect(reasons.filter((name) => !names.has(name))).toEqual([]);
});
