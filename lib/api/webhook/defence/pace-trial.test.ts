import { expect, test } from "vitest";
import { PaceTrial } from "./pace-trial.ts";

/** Whether to go slower, each time that a limit was met after so many requests. */
function trials(...distances: readonly number[]): boolean[] {
  const trial = new PaceTrial();
  let sent = 0;
  return distances.map((distance) => trial.met((sent += distance), sent));
}

test("a limit that going slower makes rarer is gone slower for", () => {
  expect(trials(10, 10, 20, 40, 80)).toEqual([false, true, true, true, true]);
});

test("one that comes at every thirtieth request whatever the pace is not, after two trials", () => {
  expect(trials(30, 30, 30, 30, 30, 30)).toEqual([false, true, true, false, false, false]);
});

test("one that comes seldom is waited for", () => {
  expect(trials(10, 200, 300)).toEqual([false, false, false]);
});
