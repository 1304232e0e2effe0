import { expect, test } from "vitest";
import { catalogue, requirementIds } from "../../requirements/catalogue.ts";
import { xmlText } from "../text/xml-text.ts";
import { catalogueHtml } from "./catalogue-html.ts";

const page = catalogueHtml();
const anchors = [...page.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor);

test("every requirement stands in the page once, by its id, with its words", () => {
  const text = page.replaceAll(/<\/?code>/g, "`");
  for (const id of requirementIds) {
    const row = catalogue[id];
    const article = text.slice(
      text.indexOf(`<article id="${id}">`),
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
  expect(new Set(elsewhere)).toEqual(new Set(["data:,", "index.html"]));
});

test("the page asks nobody for anything", () => {
  expect(page.match(/<script|<i?frame|<img|@import|url\(| src=/)).toBeNull();
});
