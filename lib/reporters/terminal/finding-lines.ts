import type { StoredCheck } from "../stored/run-result.ts";
import type { StoredExchange } from "../stored/evidence-schema.ts";
import { ownCommand } from "../../package/command-line-text.ts";
import { shownExchanges } from "../text/shown-exchanges.ts";
import { clipText, clipMiddle } from "../../text/clip.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { exchangeLines, LABEL_CHARS } from "./exchange-lines.ts";
import { VERDICT_STYLE, type Paint } from "./palette.ts";
import { VERDICT_MARK } from "../text/verdict-mark.ts";

const MAX_VALUE_CHARS = 1200;
const MAX_INPUT_CHARS = 400;
/** Expected and actual, shortened: the exchanges show all of it. */
const MAX_SIDE_CHARS = 300;

/** Additions to a finding. */
export interface FindingSurroundings {
  readonly paint: Paint;
  readonly evidenceFile: string | undefined;
  /** The failures that follow from it, in one line. */
  readonly followers: string | undefined;
}

/** Shows a failed, warned or errored check with everything that explains it. */
export function findingLines(
  result: StoredCheck,
  exchanges: readonly StoredExchange[],
  { paint, evidenceFile, followers }: FindingSurroundings,
): string[] {
  const { requirement, verdict, level, sections, text, because, violation, counterexample } = result;
  const title = `${VERDICT_MARK[verdict]} ${requirement}`;
  const details = [
    text,
    ...(because === undefined ? [] : [paint("dim", `because: ${because}`)]),
    ...value("heard in", violation?.during === undefined ? undefined : `the answers to ${violation.during}`),
    ...value("input", counterexample === undefined ? undefined : clipText(counterexample, MAX_INPUT_CHARS)),
    ...exchangeLines(shownExchanges(result, exchanges), violation),
    ...value("expected", violation && clipMiddle(violation.expected, MAX_SIDE_CHARS)),
    ...value("actual", violation && clipMiddle(violation.actual, MAX_SIDE_CHARS)),
    ...value("differs", violation?.difference),
    ...value("pinned by", result.pin && `${result.pin.file}:${result.pin.line}`),
    ...value("waived", waiverText(result)),
    ...value("explains", followers),
    ...value("reason", violation === undefined ? result.reason : undefined),
    ...value("evidence", evidenceFile),
    ...(result.replay === undefined
      ? value("next", `${ownCommand()} explain ${requirement}`)
      : value("replay", result.replay)),
  ];
  return [
    `${paint(VERDICT_STYLE[verdict], title)}  ${paint("dim", `${verdict} · ${level} · ${sectionsText(sections)}`)}`,
    ...details.map((line) => `  ${line}`),
    "",
  ];
}

/** The day, the owner and the reason of an accepted failure. */
function waiverText({ waiver }: StoredCheck): string | undefined {
  return waiver && `until ${waiver.expires}, by ${waiver.owner}: ${waiver.reason}`;
}

/** `§2.2, §8` */
export function sectionsText(sections: readonly string[]): string {
  return sections.map((section) => `§${section}`).join(", ");
}

function value(label: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  const lines = clipText(terminalText(text, { keepLines: true }), MAX_VALUE_CHARS).split("\n");
  return lines.map(
    (line, at) => (at === 0 ? label : "").padEnd(LABEL_CHARS) + (at === 0 ? line : `| ${line}`),
  );
}
