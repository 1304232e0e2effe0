import type { StoredCheck } from "../stored/run-result.ts";
import type { StoredExchange } from "../stored/evidence-schema.ts";
import { levelHtml, requirementLink, sectionLinks } from "./requirement-html.ts";
import type { FailingStreak } from "../history/failing-streak.ts";
import { sinceText } from "./date-html.ts";
import { VERDICT_LOOKS } from "../stored/verdict-looks.ts";
import { clipText } from "../../text/clip.ts";
import { proseHtml } from "../../text/prose-html.ts";
import { xmlText } from "../../text/xml-text.ts";
import { exchangeExcerpt } from "../text/exchange-excerpt.ts";
import { type FindingFact, findingFacts } from "../text/finding-facts.ts";

const SIZE = { step: 700, last: 2_500 };

/** Exchanges one after the other, the last one at more length. */
function exchangesHtml(check: StoredCheck, exchanges: readonly StoredExchange[]): string {
  const { left, parts } = exchangeExcerpt(check, exchanges, SIZE);
  if (parts.length === 0) return "";
  const items = parts.map(({ exchange, gap, sent, came }) => {
    const since = gap === undefined ? "" : `<p class="who">… ${gap}</p>`;
    return `<li>${since}<p class="who">${xmlText(who(exchange))}</p>${lineHtml("sent", sent)}${lineHtml("came", came)}</li>`;
  });
  return `<h4>Sent and answered</h4>
${left === 0 ? "" : `<p><small>${left} before these, in the evidence</small></p>\n`}<ol class="exchanges">${items.join("")}</ol>`;
}

function who({ index, caller, label, durationMs }: StoredExchange): string {
  return `#${index} · ${caller} · ${label} · ${Math.round(durationMs)} ms`;
}

function lineHtml(way: "sent" | "came", text: string): string {
  const arrow = way === "sent" ? "→" : "←";
  return `<pre class="${way}"><span aria-hidden="true">${arrow} </span>${xmlText(text)}</pre>`;
}

const MAX_VALUE_CHARS = 2_000;

export interface FindingContext {
  /** The exchanges that show the failure. */
  readonly exchanges: readonly StoredExchange[];
  /** The file with all exchanges of the check, relative to the page. */
  readonly evidence?: string;
  readonly since?: FailingStreak;
  /** The failures that it explains. */
  readonly followers: readonly StoredCheck[];
  /** Whether it is open at first. */
  readonly open: boolean;
}

/** Shows a failed, warned or errored check with everything that explains it. */
export function findingHtml(
  check: StoredCheck,
  { exchanges, evidence, since, open, followers }: FindingContext,
): string {
  const { requirement, verdict, level, sections, text, because } = check;
  const facts = findingFacts(check, []).filter(({ name }) => name !== "replay");
  return `<article id="${requirement}" data-item="${verdict} ${level}">
<details${open ? " open" : ""}>
<summary><h3>${VERDICT_LOOKS[verdict].mark} ${requirement}</h3> <span class="facts">${verdict} · ${levelHtml(level)}${since === undefined ? "" : ` · ${newsText(since)}`}</span></summary>
<p>${proseHtml(text)}</p>
${because === undefined ? "" : `<p class="because">Because: ${proseHtml(because)}</p>`}
<dl class="evidence">${facts.map(factHtml).join("")}</dl>
${exchangesHtml(check, exchanges)}
<dl class="evidence">${ways(check, evidence).join("")}<div><dt>Rests on</dt><dd>${sectionLinks(sections)}</dd></div></dl>
${followersHtml(requirement, followers)}</details>
</article>`;
}

/** One line each: the reader corrects the root first. One of several roots is its place. */
function followersHtml(root: string, followers: readonly StoredCheck[]): string {
  if (followers.length === 0) return "";
  const lines = followers.map(
    ({ requirement, verdict, level, follows: [first] = [] }) =>
      `<li${first === root ? ` id="${requirement}"` : ""} data-item="${verdict} ${level}">${VERDICT_LOOKS[verdict].mark} ${requirementLink(requirement)} ${verdict}</li>`,
  );
  return `<p>This failure probably explains ${followers.length} more:</p>
<ul class="ids">${lines.join("")}</ul>
`;
}

function newsText(since: FailingStreak): string {
  return since.runs === 1 ? "new in this run" : `fails ${sinceText(since)}`;
}

function factHtml({ name, text, isProse }: FindingFact): string {
  const shown = clipText(text, MAX_VALUE_CHARS);
  const html = isProse ? proseHtml(shown) : `<code>${xmlText(shown)}</code>`;
  return `<div class="${name.replace(" ", "-")}"><dt>${name}</dt><dd>${html}</dd></div>`;
}

function ways({ replay }: StoredCheck, evidence: string | undefined): string[] {
  return [
    ...(replay === undefined
      ? []
      : [`<div><dt>Replay</dt><dd><code class="command">${xmlText(replay)}</code></dd></div>`]),
    ...(evidence === undefined
      ? []
      : [
          `<div><dt>Evidence</dt><dd><a href="${xmlText(evidence)}">every exchange of this check, and what it rests on</a></dd></div>`,
        ]),
  ];
}
