import type { StoredRunVerdict } from "../stored/run-result.ts";
import { VERDICT_LOOKS, VERDICTS_WORST_FIRST } from "../stored/verdict-looks.ts";

/** The look of a verdict: a colour by its class, and a mark for readers without colour. */
export const VERDICT_TONE: Readonly<
  Record<StoredRunVerdict, { readonly tone: string; readonly mark: string }>
> = {
  conformant: { tone: "good", mark: VERDICT_LOOKS.passed.mark },
  "conformant-partial": { tone: "part", mark: "◐" },
  "non-conformant": { tone: "bad", mark: VERDICT_LOOKS.failed.mark },
  incomplete: { tone: "open", mark: VERDICT_LOOKS.inconclusive.mark },
  unreachable: { tone: "none", mark: "∅" },
  defect: { tone: "bad", mark: VERDICT_LOOKS.errored.mark },
  interrupted: { tone: "none", mark: "‖" },
};

/** The verdict of a run, with its mark and colour. */
export function verdictHtml(verdict: StoredRunVerdict): string {
  const { tone, mark } = VERDICT_TONE[verdict];
  return `<strong class="${tone}"><span aria-hidden="true">${mark}</span> ${verdict}</strong>`;
}

/** One mark in a strip or a table. @param says HTML: the same for readers who do not see it */
export function markHtml(element: "li" | "td", tone: string, mark: string, says: string): string {
  return `<${element} class="${tone}" title="${says}"><span aria-hidden="true">${mark}</span><span class="unseen">${says}</span></${element}>`;
}

/** Explains the marks of the page. */
export function legendHtml(): string {
  const runs = Object.entries(VERDICT_TONE).map(([verdict, { tone, mark }]) => itemHtml(tone, mark, verdict));
  const checks = VERDICTS_WORST_FIRST.flatMap((verdict) => {
    const { tone, mark, sign } = VERDICT_LOOKS[verdict];
    return sign === undefined && verdict !== "passed" ? [] : [itemHtml(tone, mark, verdict)];
  });
  const others = [
    itemHtml("none", VERDICT_LOOKS.inapplicable.mark, "does not apply"),
    itemHtml("part", "◐", "passed, but the run left out other checks"),
    itemHtml("bad", "(✗)", "failed before, and the last run did not check it again"),
    itemHtml("none", "", "empty: not checked"),
  ];
  return `<details class="fold"><summary>What the marks mean</summary>
<h3>A run</h3><ul class="legend">${runs.join("")}</ul>
<h3>An area</h3><ul class="legend">${[...checks, ...others].join("")}</ul></details>`;
}

function itemHtml(tone: string, mark: string, text: string): string {
  const shown = mark === "" ? "" : `<strong class="${tone}" aria-hidden="true">${mark}</strong> `;
  return `<li>${shown}${text}</li>`;
}
