import { expect, test } from "vitest";
import { exitText } from "./baseline-text.ts";

const baseline = { path: "accepted", known: [], new: [], checkedLess: [] };

test.each([
  [1, 0, "exit 0 by --baseline"],
  [1, 1, "exit 1 by --baseline"],
  [4, 4, "exit 4"],
  [130, 130, "exit 130"],
] as const)("exit code %d, and %d after the baseline, is: %s", (exitCode, after, text) => {
  expect(exitText({ exitCode, baseline: { ...baseline, exitCode: after } })).toBe(text);
  expect(exitText({ exitCode })).toBe(`exit ${exitCode}`);
});
