import { createHash } from "node:crypto";
import { xmlText } from "../../text/xml-text.ts";
import { FILTER_SCRIPT, filterHtml, type PageFilter } from "./filter.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** A page about one run, or about many targets. */
export interface Page {
  /** Of unknown origin. */
  readonly title: string;
  /** HTML. */
  readonly header: string;
  readonly filter: PageFilter;
  readonly sections: readonly PageSection[];
  /** HTML. */
  readonly footer: string;
}

/** A part of the page with a link in its head. */
export interface PageSection {
  readonly id: string;
  /** HTML of the suite. */
  readonly title: string;
  readonly count?: number;
  /** HTML. */
  readonly body: string;
}

/**
 * Builds a page in one file. It is complete without its script, and runs and loads nothing else, whatever its
 * parts contain.
 */
export function pageHtml({ title, header, filter, sections, footer }: Page): string {
  const hasFilter = filter.kinds.length > 0;
  const policy = [
    "default-src 'none'",
    `style-src ${digest(PAGE_STYLE)}`,
    `script-src ${hasFilter ? digest(FILTER_SCRIPT) : "'none'"}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${xmlText(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
${header}
${sectionsNav(sections)}
${hasFilter ? filterHtml(filter) : ""}
<main>
${sections.map(sectionHtml).join("\n")}
</main>
<footer>${footer}</footer>
${hasFilter ? `<script>${FILTER_SCRIPT}</script>\n` : ""}</body>
</html>
`;
}

function digest(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function sectionHtml({ id, title, count, body }: PageSection): string {
  return `<section id="${id}" aria-labelledby="${id}-title" data-group>
<h2 id="${id}-title">${title}${countHtml(count)}</h2>
${body}
</section>`;
}

function sectionsNav(sections: readonly PageSection[]): string {
  const items = sections.map(
    ({ id, title, count }) => `<li><a href="#${id}">${title}</a>${countHtml(count)}</li>`,
  );
  return `<nav aria-label="Parts of this page"><ul>${items.join("")}</ul></nav>`;
}

function countHtml(count: number | undefined): string {
  return count === undefined ? "" : ` <small>${count}</small>`;
}
