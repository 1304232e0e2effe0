import type { StoredViolation } from "../stored/run-result.ts";
import type { StoredExchange } from "../stored/evidence-schema.ts";
import { exchangeExcerpt } from "../text/exchange-excerpt.ts";
import { membersInViolation } from "../text/members-in-violation.ts";
import { clipAround, clipMiddle } from "../../text/clip.ts";
import { answerText, requestText } from "../text/request-text.ts";
import { terminalText } from "../../text/terminal-text.ts";

const MAX_STEP_CHARS = 240;
const MAX_LAST_CHARS = 600;
const MAX_LINE_CHARS = 130;

/** Width of the column of labels. */
export const LABEL_CHARS = 10;

/** Exchanges one after the other, two lines each, the last one in more detail. Safe for a terminal. */
export function exchangeLines(exchanges: readonly StoredExchange[], violation?: StoredViolation): string[] {
  const { left, parts } = exchangeExcerpt(exchanges, violation);
  const members = membersInViolation(violation);
  const lines = parts.flatMap(({ exchange, gap }, at) => {
    const maxChars = at === parts.length - 1 ? MAX_LAST_CHARS : MAX_STEP_CHARS;
    const number = `#${exchange.index}`.padEnd(4);
    const sent = `${number} ${exchange.caller}  ${safe(requestText(exchange), maxChars)}`;
    const came = `→ ${clipAround(terminalText(answerText(exchange)), maxChars, members)}`;
    const together = `${sent} ${came}`;
    return [
      ...(gap === undefined ? [] : [`… ${gap}`]),
      ...(together.length <= MAX_LINE_CHARS ? [together] : [sent, `${" ".repeat(number.length)} ${came}`]),
    ];
  });
  const all = left === 0 ? lines : [`(${left} before, see the evidence)`, ...lines];
  return all.map((line, at) => `${(at === 0 ? "sent" : "").padEnd(LABEL_CHARS)}${line}`);
}

/** One exchange in one line. */
export function exchangeLine(exchange: StoredExchange): string {
  const { index, caller, durationMs } = exchange;
  const sent = safe(requestText(exchange), MAX_LINE_CHARS);
  return `#${index} ${caller}  ${sent} → ${safe(answerText(exchange), MAX_LINE_CHARS)} (${Math.round(durationMs)} ms)`;
}

function safe(text: string, maxChars: number): string {
  return clipMiddle(terminalText(text), maxChars);
}
