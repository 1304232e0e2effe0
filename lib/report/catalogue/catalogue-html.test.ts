import { expect, test } from "vitest";
import { catalogue, requirementIds } from "../../requirements/catalogue.ts";
import { xmlText } from "../text/xml-text.ts";
import { catalogueHtml } from "./catalogue-html.ts";

const unjudged = requirementIds.filter((id) => id.startsWith("delivery."));
const judged = new Set(requirementIds.filter((id) => !unjudged.includes(id)));
const page = catalogueHtml({ judged, resultsPage: "report.html" });
const anchors = [...page.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor);

test("every requirement stands in the page once, by its id, with its words", () => {
  const text = page.replaceAll(/<\/?code>/g, "`");
  for (const id of requirementIds) {
    const row = catalogue[id];
    const article = text.slice(
      text.indexOf(`<article id="${id}"`),
      text.indexOf("</article>", text.indexOf(`id="${id}"`)),
    );
    expect(article).toContain(xmlText(row.text));
    expect(article).toContain(`>${row.level}</span>`);
    expect(article).toContain("because" in row ? xmlText(row.because) : row.level);
    for (const section of row.sections) expect(article).toContain(`>§${section}</a>`);
  }
});

test("anchors are unique, and every link of the page leads to one of them or to the results", () => {
  expect(new Set(anchors).size).toBe(anchors.length);
  const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, link = ""]) => link);
  const elsewhere = links.filter((link) => !anchors.includes(link.replace(/^#/, "")));
  expect(new Set(elsewhere)).toEqual(new Set(["data:,", "report.html"]));
});

test("the page asks nobody for anything", () => {
  expect(page.match(/<i?frame|<img|@import|url\(| src=|fetch\(/)).toBeNull();
  expect(page).toContain(`content="default-src 'none'; `);
});

test("what this version has no check for says so, and can be shown alone", () => {
  for (const id of requirementIds) {
    const [, item = "", article = ""] =
      new RegExp(`<article id="${id}" data-item="([^"]*)">([^]*?)</article>`).exec(page) ?? [];
    const marked = {
      item: item.includes("not-judged"),
      article: article.includes("not judged: this version"),
    };
    const expected = unjudged.includes(id);
    expect({ id, ...marked }).toEqual({ id, item: expected, article: expected });
  }
  expect(page).toContain(`<option value="not-judged">`);
});
