import type { RecordedExchange } from "../../engine/result.ts";
import { clipMiddle } from "../text/clip.ts";
import { answerText, requestText } from "../text/request-text.ts";
import { terminalText } from "../text/terminal-text.ts";

const MAX_EXCHANGES = 8;
const MAX_STEP_CHARS = 240;
const MAX_LAST_CHARS = 600;
const MAX_LINE_CHARS = 130;

/** Width of the column of labels. */
export const LABEL_CHARS = 10;

/** Exchanges one after the other, two lines each, the last one at more length; safe for a terminal. */
export function exchangeLines(exchanges: readonly RecordedExchange[]): string[] {
  const shown = exchanges.slice(-MAX_EXCHANGES);
  const lines = shown.flatMap((exchange, at) => {
    const maxChars = at === shown.length - 1 ? MAX_LAST_CHARS : MAX_STEP_CHARS;
    const number = `#${exchange.index}`.padEnd(4);
    const sent = `${number} ${exchange.caller}  ${safe(requestText(exchange), maxChars)}`;
    const came = `→ ${safe(answerText(exchange), maxChars)}`;
    const together = `${sent} ${came}`;
    return together.length <= MAX_LINE_CHARS ? [together] : [sent, `${" ".repeat(number.length)} ${came}`];
  });
  const left = exchanges.length - shown.length;
  const all = left === 0 ? lines : [`(${left} before, see the evidence)`, ...lines];
  return all.map((line, at) => `${(at === 0 ? "sent" : "").padEnd(LABEL_CHARS)}${line}`);
}

/** One exchange in one line. */
export function exchangeLine(exchange: RecordedExchange): string {
  const { index, caller, durationMs } = exchange;
  const sent = safe(requestText(exchange), MAX_LINE_CHARS);
  return `#${index} ${caller}  ${sent} → ${safe(answerText(exchange), MAX_LINE_CHARS)} (${Math.round(durationMs)} ms)`;
}

function safe(text: string, maxChars: number): string {
  return clipMiddle(terminalText(text), maxChars);
}
