import { readFileSync } from "node:fs";

/** The table that `observations.test.ts` derives and pins. */
const text = readFileSync(new URL("shown-by.txt", import.meta.url), "utf8");

/** The observations that each value of an axis but the default changes, by `axis=value`. */
export const shownBy: ReadonlyMap<string, readonly string[]> = new Map(
  text
    .split("\n")
    .map((line) => line.split(": "))
    .flatMap(([choice = "", ids]) =>
      ids === undefined ? [] : [[choice, ids === "nothing" ? [] : ids.split(", ")]],
    ),
);
