import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf } from "../../lib/engine/catalogue.ts";
import type { RequirementId } from "../../lib/engine/requirement.ts";
import { loadProfile } from "../../lib/profile/load-profile.ts";
import { pairwiseVariants, randomVariants, singleVariants } from "../../lib/reference/variants/variants.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";
import { type Part, writePart } from "./proof/parts.ts";
import { stopwatch } from "./proof/stopwatch.ts";

const SEED = 1;
const RANDOM_VARIANTS = 8;
/** Of combinations, some never show an enabled configuration, so that disabling one cannot be seen; a cap ends what registers, a ban what sends wrong keys. */
const LEAVES_UNDECIDED = /^(pairwise|random)-|^defence=(cap|ban)/;
/** Rejects valid requests for a while: the run reports it. A wrong key locks no merchant out. */
const PASSES = /^defence=(lock-out in signed|(ban|throttling-code|(every|10|30|150)-.*) in|66-.* in api-key)/;
/** It leaves much undecided, beside which nothing else would be judged. */
const APART = [
  "defence",
  "simulatedClock",
  "chunkedBody",
  "unsaidLength",
  "strayRequest",
  "urlOfAnother",
] as const;
/** `left-out.test.ts` leaves out each field by itself; random variants combine that with the rest. */
const IN_FIELDS = ["omittedFields", "omission"] as const;
/** Without records their content is not known. A call with a lasting effect is not repeated after a rejection. */
const LEAVES_OPERATIONS_OPEN = /^(namedOperations|infrastructure|rateLimit|defence)=/;
/** Without them the MCP service and deliveries stay out: they have tests of their own. */
const ELSEWHERE = ["mcp.url", "events.receiver"];
const modes = ["api-key", "signed"] as const;
/** Of those in which every two values meet the half, by two and two for both modes: all of them take a minute more. */
const combined = [
  ...pairwiseVariants(SEED, [...APART, ...IN_FIELDS]).filter((_, index) => index % 4 < 2),
  ...randomVariants(SEED, RANDOM_VARIANTS, APART),
];
/** Modes by turns; a defence is another one in each. */
const variants = [
  ...singleVariants().flatMap((variant, index) =>
    modes
      .filter((_, at) => at === index % modes.length || variant.name.startsWith("defence"))
      .map((mode) => ({ ...variant, mode })),
  ),
  ...combined.map((variant, index) => ({ ...variant, mode: modes[index % modes.length] ?? "signed" })),
];
const judged: Part<"variants">["judged"] = [];
const elapsed = stopwatch();
let requests = 0;

test.for(variants.map((variant) => [variant.name, variant.mode, variant] as const))(
  "%s in %s mode is not accused",
  async ([name, mode, { choices }]) => {
    const report = await judgeReference({ mode, choices, depth: "quick" });
    requests += report.requests;
    const accusedOf = [...idsWith(report, "failed"), ...idsWith(report, "errored")];
    const undecided = idsWith(report, "inconclusive").filter(
      (id) => !LEAVES_OPERATIONS_OPEN.test(name) || !isOfOperations(id),
    );
    const forLackOfAField = report.checks.filter(
      ({ verdict, reason = "" }) =>
        verdict === "inconclusive" && /returns? n|not return|shows nothing/.test(reason),
    );
    judged.push({ variant: name, mode, choices: inWords(choices), accusedOf, undecided });
    const { cause } = report;
    expect({
      cause,
      noticed: report.noticed.map(({ code }) => code),
      accusedOf,
      forLackOfAField,
      undecided: LEAVES_UNDECIDED.test(name) ? [] : undecided,
    }).toEqual({
      cause: undefined,
      noticed: PASSES.test(`${name} in ${mode}`) ? ["defended"] : [],
      accusedOf: [],
      forLackOfAField: [],
      undecided: [],
    });
  },
);

test.for(modes)("the reference in %s mode is conformant in every respect", async (mode) => {
  const report = await judgeReference({ mode, depth: "standard" });
  const others = report.checks.filter(
    ({ verdict, code, field }) =>
      verdict !== "passed" &&
      verdict !== "inapplicable" &&
      !(code === "need-not-offered" && ELSEWHERE.includes(field ?? "")),
  );
  expect(others).toEqual([]);
});

test.for([
  ["api-key", "66-a-second-by-code"],
  ["signed", "every-30th-by-code"],
] as const)(
  "a limit that answers by a code is not accused at standard depth in %s mode: %s",
  async ([mode, defence]) => {
    const report = await judgeReference({ mode, choices: { defence }, depth: "standard" });
    const undecided = idsWith(report, "inconclusive").filter((id) => !isOfOperations(id));
    expect([...idsWith(report, "failed"), ...undecided]).toEqual([]);
  },
);

test("a code that the profile names is waited out like HTTP 429, without a warning", async () => {
  const { profile } = await loadProfile("reference", {});
  const limits = { ...profile.limits, throttledCodes: [42902] };
  const choices = { defence: "throttling-code" } as const;
  const report = await judgeReference({ choices, facts: { limits } });
  expect({ noticed: report.noticed, failed: idsWith(report, "failed") }).toEqual({ noticed: [], failed: [] });
});

test("all that were judged are part of the proof", () => {
  expect(judged).toHaveLength(variants.length);
  writePart("variants", { judged, requests, seconds: elapsed() });
});

function isOfOperations(id: RequirementId): boolean {
  return catalogue.groups.get(areaOf(id)) === "operations";
}

function inWords(choices: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([axis, value]) => [axis, String(value)]));
}
