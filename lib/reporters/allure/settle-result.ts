import type { StatusDetails, TestResult } from "allure-js-commons";
import { reasonOf } from "../../engine/reason-of.ts";
import type { CheckResult, Judgement, ObservationResult } from "../../engine/result.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { areaOf } from "../../engine/catalogue.ts";
import { clipText } from "../../text/clip.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { toJsonLine } from "../to-json.ts";

type AllureStatus = `${NonNullable<TestResult["status"]>}` | "unknown";

const MAX_VALUE_CHARS = 300;

/** `unknown` is for observations only: they neither pass nor fail, and no success rate counts them. */
const STATUS: Readonly<Record<Verdict, AllureStatus>> = {
  passed: "passed",
  warned: "passed",
  observed: "unknown",
  failed: "failed",
  errored: "broken",
  waived: "skipped",
  inconclusive: "skipped",
  uncovered: "skipped",
  inapplicable: "skipped",
};

const KEPT_LABELS = new Set(["feature", "story", "severity", "tag"]);

/**
 * Sets the verdict of an Allure result, and removes the differences between machines: paths, hosts, threads
 * and stacks.
 */
export function settleResult(
  result: Pick<TestResult, "labels">,
  { requirement, result: judged }: Judgement,
): void {
  const verdict = "verdict" in judged ? judged.verdict : "observed";
  Object.assign(result, {
    status: isUnobserved(judged) ? "skipped" : STATUS[verdict],
    stage: "finished",
    statusDetails: details(verdict, judged),
    fullName: requirement,
    titlePath: [areaOf(requirement)],
    labels: result.labels.filter(({ name }) => KEPT_LABELS.has(name)),
  });
}

function isUnobserved(judged: CheckResult | ObservationResult): boolean {
  return !("verdict" in judged) && judged.value === undefined;
}

function details(verdict: Verdict, judged: CheckResult | ObservationResult): StatusDetails {
  if (!("verdict" in judged)) return { message: terminalText(observedText(judged)) };
  if (verdict === "passed") return {};
  const { violation } = judged;
  return {
    message: `${verdict}: ${terminalText(reasonOf(judged), { keepLines: true })}`,
    ...(violation !== undefined && {
      expected: terminalText(violation.expected),
      actual: terminalText(violation.actual),
    }),
  };
}

function observedText({ value, reason }: ObservationResult): string {
  return value === undefined
    ? `not observed: ${reason ?? "no reason given"}`
    : `observed: ${clipText(toJsonLine(value), MAX_VALUE_CHARS)}`;
}
