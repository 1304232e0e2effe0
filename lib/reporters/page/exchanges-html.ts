import type { RecordedExchange } from "../../engine/result.ts";
import { clipMiddle } from "../text/clip.ts";
import { answerText, requestText } from "../text/request-text.ts";
import { xmlText } from "../text/xml-text.ts";

const MAX_EXCHANGES = 8;
const MAX_STEP_CHARS = 700;
const MAX_LAST_CHARS = 2_500;

/** Exchanges one after the other, the last one at more length. */
export function exchangesHtml(exchanges: readonly RecordedExchange[]): string {
  if (exchanges.length === 0) return "";
  const shown = exchanges.slice(-MAX_EXCHANGES);
  const left = exchanges.length - shown.length;
  const items = shown.map((exchange, at) =>
    exchangeHtml(exchange, at === shown.length - 1 ? MAX_LAST_CHARS : MAX_STEP_CHARS),
  );
  return `<h4>Sent and answered</h4>
${left === 0 ? "" : `<p><small>${left} before these, in the evidence</small></p>\n`}<ol class="exchanges">${items.join("")}</ol>`;
}

function exchangeHtml(exchange: RecordedExchange, maxChars: number): string {
  const { index, caller, label, durationMs } = exchange;
  const who = `#${index} · ${caller} · ${label} · ${Math.round(durationMs)} ms`;
  return `<li><p class="who">${xmlText(who)}</p>${lineHtml("sent", requestText(exchange), maxChars)}${lineHtml("came", answerText(exchange), maxChars)}</li>`;
}

function lineHtml(way: "sent" | "came", text: string, maxChars: number): string {
  const arrow = way === "sent" ? "→" : "←";
  return `<pre class="${way}"><span aria-hidden="true">${arrow} </span>${xmlText(clipMiddle(text, maxChars))}</pre>`;
}
