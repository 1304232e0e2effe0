import { expect, test } from "vitest";
import type { TestResult } from "allure-js-commons";
import type { Verdict } from "../../engine/verdict.ts";
import {
  exampleCheck,
  exampleObservation,
  exampleExchange,
  exampleHeader,
  exampleJudgements,
  HOSTILE,
} from "../testing/example-result.ts";
import { allureMessages } from "./allure-messages.ts";
import { CATEGORIES } from "./categories.ts";
import { settleResult } from "./settle-result.ts";

function settled(verdict: Verdict, reason?: string): Partial<TestResult> {
  const result = { labels: [{ name: "host", value: "build-7" }] };
  const check = exampleCheck("register.accepts", { verdict, ...(reason !== undefined && { reason }) });
  settleResult(result, { requirement: "register.accepts", result: check, exchanges: [] });
  return result;
}

test.each([
  ["passed", "passed"],
  ["warned", "passed"],
  ["failed", "failed"],
  ["errored", "broken"],
  ["inconclusive", "skipped"],
  ["uncovered", "skipped"],
  ["inapplicable", "skipped"],
] as const)("%s is %s in Allure", (verdict, status) => {
  expect(settled(verdict)).toMatchObject({ status, fullName: "register.accepts", labels: [] });
});

test("the reason of a verdict is its message, harmless and sorted into a category by its beginning", () => {
  expect(settled("inconclusive", "\u001b[31mwhy").statusDetails?.message).toBe(
    String.raw`inconclusive: \x1b[31mwhy`,
  );
});

test.each([
  [{ value: { accepted: true } }, "unknown", 'observed: {"accepted":true}'],
  [{ value: null }, "unknown", "observed: null"],
  [{ reason: "quick depth" }, "skipped", "not observed: quick depth"],
])("an observation is recorded, never passed: %j", (seen, status, message) => {
  const result: Partial<TestResult> & Pick<TestResult, "labels"> = { labels: [] };
  const requirement = "callback-url.port";
  settleResult(result, { requirement, result: exampleObservation(requirement, seen), exchanges: [] });
  expect(result).toMatchObject({ status, statusDetails: { message } });
});

test("every message belongs to one category, whatever its status", () => {
  const verdicts = ["warned", "failed", "waived", "errored", "inconclusive", "uncovered", "inapplicable"];
  const begins = [...verdicts, "observed", "not observed"].map((begin) => `${begin}: why, failed: or not`);
  const names = begins.map((message) =>
    CATEGORIES.filter(({ pattern }) => new RegExp(pattern).test(message)).map(({ name }) => name),
  );
  expect(names.every(({ length }) => length === 1)).toBe(true);
  expect(new Set(names.flat()).size).toBe(begins.length);
});

test("ids are stable, and the exchange that shows a violation comes first", () => {
  const result = exampleCheck("register.stores", {
    verdict: "failed",
    violation: { expected: "the URL", actual: "another", exchange: 1 },
  });
  const exchanges = [{ ...exampleExchange, index: 2 }, exampleExchange];
  const messages = allureMessages({ requirement: "register.stores", result, exchanges }, exampleHeader);
  expect(messages[0]).toMatchObject({
    data: { testCaseId: "register.stores", historyId: "register.stores" },
  });
  expect(messages.map(({ data }) => "name" in data && data.name)).toEqual([
    false,
    "Evidence",
    "Evidence as HAR",
    "All 2 exchanges",
  ]);
});

test("a description links to the catalogue, and is plain text without one", () => {
  const result = exampleCheck("register.stores");
  const judgement = { requirement: "register.stores", result, exchanges: [] } as const;
  const [linked] = allureMessages(judgement, exampleHeader, "catalogue.html");
  expect(JSON.stringify(linked)).toContain("catalogue.html#register.stores");
  expect(JSON.stringify(linked)).toContain("catalogue.html#section-3.2");
  expect(JSON.stringify(allureMessages(judgement, exampleHeader))).not.toContain("href");
});

test("text of a target is no markup in a description", () => {
  const descriptions = exampleJudgements().flatMap((judgement) =>
    allureMessages(judgement, exampleHeader).flatMap((message) =>
      message.type === "metadata" ? [message.data.descriptionHtml ?? ""] : [],
    ),
  );
  expect(descriptions).toHaveLength(exampleJudgements().length);
  expect(descriptions.join("\n")).not.toContain("<script");
  expect(descriptions.join("\n")).not.toContain(HOSTILE);
});
