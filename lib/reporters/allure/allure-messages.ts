import type { RuntimeMessage } from "allure-js-commons/sdk";
import { areaOf } from "../../engine/catalogue.ts";
import type { Level } from "../../engine/requirement.ts";
import type { RecordedExchange } from "../../engine/recorded-exchange.ts";
import type { CheckResult, Judgement, ObservationResult } from "../../engine/result.ts";
import { clipText } from "../../text/clip.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { xmlText } from "../../text/xml-text.ts";
import { toTranscript } from "../text/transcript.ts";
import { requirementLink, sectionLinks } from "../catalogue/catalogue-links.ts";
import type { RunHeader } from "../run-result.ts";
import { shownExchanges } from "../shown-exchanges.ts";
import { sectionsText } from "../terminal/finding-lines.ts";
import { toHar } from "../text/har.ts";
import { toJson } from "../to-json.ts";

const MAX_TRANSCRIPT_CHARS = 200_000;
const MAX_VALUE_CHARS = 500;
const SEVERITY: Readonly<Record<Level, string>> = {
  stated: "critical",
  inferred: "normal",
  advisory: "minor",
  unspecified: "trivial",
};

/**
 * Builds the messages for Allure about a result. The ids stay the same from run to run, so that Allure can
 * show a history.
 * @param page the catalogue, relative to the page of the results. Default: no links
 */
export function allureMessages(
  { requirement, result, exchanges }: Judgement,
  { suite, target, depth, seed }: RunHeader,
  page?: string,
): RuntimeMessage[] {
  const { level } = levelOf(result);
  const verdict = "verdict" in result ? result.verdict : "observed";
  const labels = {
    feature: areaOf(requirement),
    story: level,
    severity: SEVERITY[level],
    tag: level,
  };
  const parameters = { verdict, mode: target.authMode, depth, seed: String(seed) };
  return [
    {
      type: "metadata",
      data: {
        testCaseId: requirement,
        historyId: requirement,
        displayName: requirement,
        descriptionHtml: description(result, page),
        labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
        parameters: Object.entries(parameters).map(([name, value]) => ({ name, value, excluded: true })),
      },
    },
    ...attachments(result, exchanges, suite),
  ];
}

/** A pinned observation has the level that it has in the document. */
function levelOf(result: CheckResult | ObservationResult): {
  readonly level: Level;
  readonly because?: string;
} {
  if (!("level" in result) || result.level === "pinned") return { level: "unspecified" };
  const { level, because } = result;
  return { level, ...(because !== undefined && { because }) };
}

function description(result: CheckResult | ObservationResult, page: string | undefined): string {
  const { level, because } = levelOf(result);
  const facts = "verdict" in result ? checkFacts(result) : observationFacts(result);
  const paragraphs = [
    proseHtml(result.text),
    ...(because === undefined ? [] : [`<em>Because:</em> ${proseHtml(because)}`]),
    `<em>${level}</em>, ${origin(result, page)}`,
    ...facts.map(
      ([label, text]) =>
        `<strong>${label}:</strong> <code>${xmlText(clipText(text, MAX_VALUE_CHARS))}</code>`,
    ),
  ];
  return `<div style="overflow-wrap: anywhere">${paragraphs.map((text) => `<p>${text}</p>`).join("")}</div>`;
}

/** Names the sections of a requirement, and links to the catalogue. */
function origin(
  { requirement, sections }: CheckResult | ObservationResult,
  page: string | undefined,
): string {
  if (page === undefined) return `${sectionsText(sections)} of the API document`;
  return `${sectionLinks(sections, page)} of the API document; ${requirementLink(requirement, page)} in the catalogue`;
}

type Fact = readonly [label: string, text: string];

function checkFacts(check: CheckResult): Fact[] {
  const { violation, reason, counterexample, replay, waiver } = check;
  return Object.entries({
    Expected: violation?.expected,
    Actual: violation?.actual,
    Differs: violation?.difference,
    "Found in the answers to": violation?.during,
    Waived: waiver && `until ${waiver.expires}, by ${waiver.owner}: ${waiver.reason}`,
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
  suite: RunHeader["suite"],
): RuntimeMessage[] {
  const shown = "verdict" in result ? shownExchanges(result, exchanges) : [];
  const all = toTranscript(exchanges);
  return [
    ...(shown.length === 0
      ? []
      : [
          attachment("Evidence", toTranscript(shown), "text/plain", ".txt"),
          attachment("Evidence as HAR", toJson(toHar(shown, suite)), "application/json", ".har"),
        ]),
    ...(exchanges.length === 0
      ? []
      : [
          attachment(
            `All ${exchanges.length} exchanges`,
            clipText(all, MAX_TRANSCRIPT_CHARS),
            "text/plain",
            ".txt",
          ),
        ]),
  ];
}

function attachment(name: string, text: string, contentType: string, fileExtension: string): RuntimeMessage {
  const content = Buffer.from(text).toString("base64");
  return {
    type: "attachment_content",
    data: { name, content, encoding: "base64", contentType, fileExtension },
  };
}
