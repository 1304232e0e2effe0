import type { StoredCheck } from "../stored/run-result.ts";
import type { StoredExchange } from "../stored/evidence-schema.ts";
import { exchangeExcerpt } from "../text/exchange-excerpt.ts";
import { clipMiddle } from "../../text/clip.ts";
import { answerText, requestText } from "../text/request-text.ts";
import { terminalText } from "../../text/terminal-text.ts";

const SIZE = { step: 240, last: 600 };
const MAX_LINE_CHARS = 130;

/** Width of the column of labels. */
export const LABEL_CHARS = 10;

/** Exchanges one after the other, two lines each, the last one in more detail. Safe for a terminal. */
export function exchangeLines(check: StoredCheck, exchanges: readonly StoredExchange[]): string[] {
  const { left, parts } = exchangeExcerpt(check, exchanges, SIZE);
  const lines = parts.flatMap(({ exchange, gap, ...line }) => {
    const number = `#${exchange.index}`.padEnd(4);
    const sent = `${number} ${exchange.caller}  ${terminalText(line.sent)}`;
    const came = `→ ${terminalText(line.came)}`;
    const together = `${sent} ${came}`;
    return [
      ...(gap === undefined ? [] : [`… ${gap}`]),
      ...(together.length <= MAX_LINE_CHARS ? [together] : [sent, `${" ".repeat(number.length)} ${came}`]),
    ];
  });
  const all = left === 0 ? lines : [`(${left} before, see the evidence)`, ...lines];
  return all.map((line, at) => `${(at === 0 ? "sent" : "").padEnd(LABEL_CHARS)}${line}`);
}

export function exchangeLine(exchange: StoredExchange): string {
  const { index, caller, durationMs } = exchange;
  const sent = safe(requestText(exchange), MAX_LINE_CHARS);
  return `#${index} ${caller}  ${sent} → ${safe(answerText(exchange), MAX_LINE_CHARS)} (${Math.round(durationMs)} ms)`;
}

function safe(text: string, maxChars: number): string {
  return clipMiddle(terminalText(text), maxChars);
}
