import { expect, test } from "vitest";
import type { RunVerdict } from "../../engine/settle/run-verdict.ts";
import type { Verdict } from "../../engine/record/verdict.ts";
import { failingStreak, targetStreak } from "./failing-streak.ts";
import type { PastRun } from "./history-line.ts";

const IDS = ["register.a", "register.b"] as const;
const DAY_MS = 86_400_000;

/** Verdicts of `register.a` and `register.b` in one run. */
type Pair = readonly [a: Verdict | undefined, b: Verdict | undefined];

/** Runs on one day after the other. */
function runs(pairs: readonly Pair[], verdict: (pair: Pair) => RunVerdict = () => "incomplete"): PastRun[] {
  return pairs.map((pair, day) => ({
    startedAt: new Date(day * DAY_MS).toISOString(),
    target: { name: "sandbox", baseUrl: "https://sandbox.example" },
    verdict: verdict(pair),
    suite: "0.1.0",
    depth: "quick",
    requests: 1,
    durationMs: 1,
    runId: `cc-${day}`,
    checks: new Map(IDS.flatMap((id, at) => (pair[at] === undefined ? [] : [[id, pair[at]] as const]))),
  }));
}

const GOOD: Pair = ["passed", "passed"];
const UNHEARD: Pair = [undefined, undefined];

test.each([
  ["a failure lasts from its first run", [GOOD, ["failed", "passed"], ["failed", "passed"]], "02", 2, true],
  ["no earlier run is known", [["failed", "passed"]], "01", 1, false],
  ["a run without the area says nothing", [GOOD, ["failed", "passed"], UNHEARD], "02", 1, true],
  ["nor does a run of another check", [GOOD, ["failed", "passed"], [undefined, "passed"]], "02", 1, true],
  [
    "nor does a check without a verdict",
    [GOOD, ["failed", "passed"], ["uncovered", "passed"]],
    "02",
    1,
    true,
  ],
  [
    "one failure after another is one streak",
    [GOOD, ["failed", "passed"], ["passed", "failed"]],
    "02",
    2,
    true,
  ],
  [
    "a new failure after a good night is a new one",
    [["failed", "passed"], GOOD, ["waived", "passed"]],
    "03",
    1,
    true,
  ],
  [
    "a warning ends a failure",
    [
      ["failed", "passed"],
      ["warned", "passed"],
      ["waived", "passed"],
      ["errored", "passed"],
    ],
    "03",
    2,
    true,
  ],
] as const)("%s", (_, pairs, day, count, known) => {
  const expected = { startedAt: `1970-01-${day}T00:00:00.000Z`, runs: count, known };
  expect(failingStreak(runs(pairs), IDS)).toEqual(expected);
});

test.each([
  ["a kept check ends it", [["failed", "passed"], GOOD]],
  [
    "so does a check that no longer applies",
    [
      ["failed", "passed"],
      ["inapplicable", "passed"],
    ],
  ],
  ["nothing ever failed", [UNHEARD, GOOD]],
] as const)("%s", (_, pairs) => {
  expect(failingStreak(runs(pairs), IDS)).toBeUndefined();
});

test("a target fails until a run decides what failed, and not because a smaller run succeeds", () => {
  const verdict = ([a, b]: Pair): RunVerdict => {
    if (a === "failed" || b === "failed") return "non-conformant";
    return a === undefined ? "conformant-partial" : "conformant";
  };
  const partly: Pair = [undefined, "passed"];
  const nights: Pair[] = [GOOD, ["failed", "passed"], partly];
  expect(targetStreak(runs(nights, verdict))?.startedAt).toBe("1970-01-02T00:00:00.000Z");
  expect(targetStreak(runs([...nights, GOOD], verdict))).toBeUndefined();
  expect(targetStreak(runs([GOOD, UNHEARD], () => "non-conformant"))?.runs).toBe(2);
});
