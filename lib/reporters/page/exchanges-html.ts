import type { RecordedExchange } from "../../engine/recorded-exchange.ts";
import type { ShownEvidence } from "../../engine/result.ts";
import { exchangeExcerpt } from "../exchange-excerpt.ts";
import { membersInViolation } from "../members-in-violation.ts";
import { clipAround, clipMiddle } from "../../text/clip.ts";
import { answerText, requestText } from "../text/request-text.ts";
import { xmlText } from "../../text/xml-text.ts";

const MAX_STEP_CHARS = 700;
const MAX_LAST_CHARS = 2_500;

/** Exchanges one after the other, the last one at more length. */
export function exchangesHtml(
  exchanges: readonly RecordedExchange[],
  violation: ShownEvidence | undefined,
): string {
  if (exchanges.length === 0) return "";
  const { left, parts } = exchangeExcerpt(exchanges, violation);
  const members = membersInViolation(violation);
  const items = parts.map(({ exchange, gap }, at) => {
    const maxChars = at === parts.length - 1 ? MAX_LAST_CHARS : MAX_STEP_CHARS;
    const sent = clipMiddle(requestText(exchange), maxChars);
    const came = clipAround(answerText(exchange), maxChars, members);
    const since = gap === undefined ? "" : `<p class="who">… ${gap}</p>`;
    return `<li>${since}<p class="who">${xmlText(who(exchange))}</p>${lineHtml("sent", sent)}${lineHtml("came", came)}</li>`;
  });
  return `<h4>Sent and answered</h4>
${left === 0 ? "" : `<p><small>${left} before these, in the evidence</small></p>\n`}<ol class="exchanges">${items.join("")}</ol>`;
}

function who({ index, caller, label, durationMs }: RecordedExchange): string {
  return `#${index} · ${caller} · ${label} · ${Math.round(durationMs)} ms`;
}

function lineHtml(way: "sent" | "came", text: string): string {
  const arrow = way === "sent" ? "→" : "←";
  return `<pre class="${way}"><span aria-hidden="true">${arrow} </span>${xmlText(text)}</pre>`;
}
