import { ownCommand } from "../../package/command-line-text.ts";
import type { StoredExchange } from "../stored/evidence-schema.ts";
import type { StoredCheck } from "../stored/run-result.ts";
import { clipMiddle, clipText } from "../../text/clip.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { findingFacts, sectionsText } from "../text/finding-facts.ts";
import { VERDICT_LOOKS } from "../stored/verdict-looks.ts";
import { exchangeLines, LABEL_CHARS } from "./exchange-lines.ts";
import type { Paint } from "./palette.ts";

const MAX_VALUE_CHARS = 1200;
/** Shortened: the exchanges show all of it. */
const MAX_CHARS: Readonly<Record<string, number>> = { expected: 300, actual: 300, input: 400 };

export interface FindingSurroundings {
  readonly paint: Paint;
  readonly exchanges: readonly StoredExchange[];
  readonly evidenceFile?: string | undefined;
  readonly all: readonly StoredCheck[];
}

/** Shows a failed, warned or errored check with everything that explains it. */
export function findingLines(
  check: StoredCheck,
  { paint, exchanges, evidenceFile, all }: FindingSurroundings,
): string[] {
  const { requirement, verdict, level, sections, text, because } = check;
  const title = `${VERDICT_LOOKS[verdict].mark} ${requirement}`;
  const { replay, ...facts } = Object.fromEntries(
    findingFacts(check, all).map(({ name, text: fact }) => [name, fact]),
  );
  const next = replay === undefined ? { next: `${ownCommand()} explain ${requirement}` } : { replay };
  const labelled = { ...facts, ...(evidenceFile !== undefined && { evidence: evidenceFile }), ...next };
  const details = [
    text,
    ...(because === undefined ? [] : [paint("dim", `because: ${because}`)]),
    ...exchangeLines(check, exchanges),
    ...Object.entries(labelled).flatMap(([name, value]) => labelledLines(name, value)),
  ];
  return [
    `${paint(VERDICT_LOOKS[verdict].style, title)}  ${paint("dim", `${verdict} · ${level} · ${sectionsText(sections)}`)}`,
    ...details.map((line) => `  ${line}`),
    "",
  ];
}

function labelledLines(label: string, text: string): string[] {
  const maxChars = MAX_CHARS[label];
  const shown = maxChars === undefined ? clipText(text, MAX_VALUE_CHARS) : clipMiddle(text, maxChars);
  return terminalText(shown, { keepLines: true })
    .split("\n")
    .map((line, at) => (at === 0 ? label : "").padEnd(LABEL_CHARS) + (at === 0 ? line : `| ${line}`));
}
