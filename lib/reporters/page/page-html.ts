import { createHash } from "node:crypto";
import { xmlText } from "../../text/xml-text.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** How a reader can filter a page. */
export interface PageFilter {
  /** Names the items, such as `Requirements`. */
  readonly of: string;
  /** Words to search for. */
  readonly example: string;
  /** Groups of items, each by a word of `data-item`. None: there is nothing to filter. */
  readonly kinds: readonly { readonly word: string; readonly label: string }[];
}

/** The search of a page; it shows when {@link FILTER_SCRIPT} runs. */
function filterHtml({ of, example, kinds }: PageFilter): string {
  const options = kinds.map(({ word, label }) => `<option value="${word}">${label}</option>`);
  return `<search id="filter" aria-label="${of}" hidden>
<label>Search <input type="search" placeholder="${example}" autocomplete="off" spellcheck="false"></label>
<label>Show <select><option value="">everything</option>${options.join("")}</select></label>
<output aria-live="polite"></output>
</search>`;
}

/**
 * Hides every `data-item` that does not match, and every `data-group` without a match. Opens folded parts. An item
 * with `data-of` matches if the item with that id does. Only items with an id of their own are counted.
 */
const FILTER_SCRIPT = `
(() => {
  const filter = document.getElementById("filter");
  const [field, kind, told] = ["input", "select", "output"].map((name) => filter.querySelector(name));
  const items = [...document.querySelectorAll("[data-item]")];
  const groups = [...document.querySelectorAll("[data-group]")];
  const folded = [...document.querySelectorAll("details:not([open])")];
  const texts = new Map();
  let active = false;
  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, (item.id + " " + item.textContent).toLowerCase());
    return texts.get(item);
  };
  const isShown = (item, words) => {
    const isKind = kind.value === "" || item.dataset.item.split(" ").includes(kind.value);
    return isKind && words.every((word) => textOf(item).includes(word));
  };
  const show = () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
    const before = active;
    active = words.length > 0 || kind.value !== "";
    let found = 0;
    for (const item of items) {
      item.hidden = !isShown(document.getElementById(item.dataset.of) ?? item, words);
      if (!item.hidden && item.id !== "") found += 1;
    }
    for (const group of groups) group.hidden = active && group.querySelector("[data-item]:not([hidden])") === null;
    if (active || before) for (const one of folded) one.open = active && one.querySelector("[data-item]:not([hidden])") !== null;
    told.textContent = active ? found + " of " + items.filter(({ id }) => id !== "").length : "";
  };
  field.addEventListener("input", show);
  kind.addEventListener("change", show);
  filter.hidden = false;
  if (field.value !== "" || kind.value !== "") show();
})();
`;

/** A page about one run, or about many targets. */
export interface Page {
  /** Of unknown origin. */
  readonly title: string;
  readonly header: string;
  readonly filter: PageFilter;
  readonly sections: readonly PageSection[];
  readonly footer: string;
}

/** A part of the page with a link in its head. */
export interface PageSection {
  readonly id: string;
  /** HTML of the suite. */
  readonly title: string;
  readonly count?: number;
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
