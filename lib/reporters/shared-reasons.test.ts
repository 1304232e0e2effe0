import { expect, test } from "vitest";
import { catalogue } from "../cli/catalogue.ts";
import { isNormative } from "../engine/catalogue.ts";
import { buildRunResult } from "./build-run-result.ts";
import { uncovered, undecided } from "./shared-reasons.ts";
import { summaryMarkdown } from "./summary-markdown.ts";
import { summaryLines } from "./terminal/summary-lines.ts";
import { exampleCheck, exampleHeader } from "./testing/example-result.ts";

const SHARED = 40;
const ids = catalogue.requirements.filter(isNormative).map(({ id }) => id);
const checks = [
  ...ids.slice(0, SHARED).map((id) => exampleCheck(id, { verdict: "inconclusive", reason: "no answer" })),
  exampleCheck("disable.again", { verdict: "inconclusive", reason: "another client" }),
  exampleCheck("isolation.query-own", { verdict: "uncovered", reason: "a second merchant" }),
  exampleCheck("signature.other-secret", { verdict: "uncovered", reason: "a second merchant" }),
  exampleCheck("isolation.header", { verdict: "uncovered", reason: "a second merchant" }),
];

test("a reason is told once, with the first of those that share it", () => {
  expect(undecided(checks)).toEqual([
    { whose: `${ids.slice(0, 4).join(", ")} and 36 more`, reason: "no answer" },
    { whose: "disable.again", reason: "another client" },
  ]);
  expect(undecided(checks.slice(0, 4))).toEqual([{ whose: ids.slice(0, 4).join(", "), reason: "no answer" }]);
});

test("what would cover checks is told once, with the areas that it would cover", () => {
  expect(uncovered(checks)).toEqual([{ whose: "isolation (2), signature (1)", reason: "a second merchant" }]);
});

test("forty checks without a decision take one line of a summary", () => {
  const judgements = checks.map((result) => ({ requirement: result.requirement, result, exchanges: [] }));
  const requests = { sent: 1, retried: 0, rateLimited: 0 };
  const result = buildRunResult(exampleHeader, { judgements, requests, restored: [], durationMs: 1 });
  const terminal = summaryLines(result, (_, text) => text).join("\n");
  for (const text of [terminal, summaryMarkdown(result)]) {
    expect(text.match(/no answer/g)).toHaveLength(1);
    expect(text.match(/a second merchant/g)).toHaveLength(1);
  }
});
