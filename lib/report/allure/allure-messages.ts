import type { RuntimeMessage } from "allure-js-commons/sdk";
import { areaOf, catalogue, type RequirementId } from "../../requirements/catalogue.ts";
import type { Level } from "../../requirements/requirement.ts";
import type { CheckResult, Judgement, ObservationResult, RecordedExchange } from "../../result.ts";
import { clip } from "../text/clip.ts";
import { markdownText } from "../text/markdown-text.ts";
import { transcript } from "../text/transcript.ts";
import { toJson } from "../to-json.ts";

const MAX_TRANSCRIPT_CHARS = 200_000;
const MAX_VALUE_CHARS = 500;
const SEVERITY: Readonly<Record<Level, string>> = {
  stated: "critical",
  inferred: "normal",
  advisory: "minor",
  unspecified: "trivial",
};

/** What Allure is told about a judgement. The ids stay the same from run to run, so that it can show a history. */
export function allureMessages({ requirement, result, exchanges }: Judgement): RuntimeMessage[] {
  const { level } = catalogue[requirement];
  const verdict = "verdict" in result ? result.verdict : "observed";
  const labels = { feature: areaOf(requirement), story: requirement, severity: SEVERITY[level], tag: level };
  return [
    {
      type: "metadata",
      data: {
        testCaseId: requirement,
        historyId: requirement,
        displayName: requirement,
        description: description(requirement, result),
        labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
        parameters: [{ name: "verdict", value: verdict, excluded: true }],
      },
    },
    ...attachments(result, exchanges),
  ];
}

function description(id: RequirementId, result: CheckResult | ObservationResult): string {
  const row = catalogue[id];
  const facts = "verdict" in result ? checkFacts(result) : observationFacts(result);
  const blocks = [
    row.text,
    ...("because" in row ? [`*Because:* ${row.because}`] : []),
    `*${row.level}*, sections ${row.sections.join(", ")} of the API document`,
    ...facts.map(([label, text]) => `**${label}:** ${markdownText(clip(text, MAX_VALUE_CHARS))}`),
  ];
  return blocks.join("\n\n");
}

type Fact = readonly [label: string, text: string];

function checkFacts({ violation, reason, counterexample, replay }: CheckResult): Fact[] {
  return Object.entries({
    Expected: violation?.expected,
    Actual: violation?.actual,
    Reason: violation === undefined ? reason : undefined,
    Input: counterexample,
    Replay: replay,
  }).flatMap(([label, text]): Fact[] => (text === undefined ? [] : [[label, text]]));
}

function observationFacts({ value, reason }: ObservationResult): Fact[] {
  return value === undefined
    ? [["Not observed", reason ?? "no reason given"]]
    : [["Observed", toJson(value).trim()]];
}

function attachments(
  result: CheckResult | ObservationResult,
  exchanges: readonly RecordedExchange[],
): RuntimeMessage[] {
  const shown =
    "verdict" in result ? exchanges.filter(({ index }) => index === result.violation?.exchange) : [];
  return [
    ...shown.map((exchange) => attachment("The exchange that shows it", transcript([exchange]))),
    ...(exchanges.length === 0
      ? []
      : [attachment(`All ${exchanges.length} exchanges`, transcript(exchanges))]),
  ];
}

function attachment(name: string, text: string): RuntimeMessage {
  const content = Buffer.from(clip(text, MAX_TRANSCRIPT_CHARS)).toString("base64");
  return {
    type: "attachment_content",
    data: { name, content, encoding: "base64", contentType: "text/plain", fileExtension: ".txt" },
  };
}
