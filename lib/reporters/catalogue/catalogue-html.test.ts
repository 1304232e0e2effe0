import { expect, test } from "vitest";
import { catalogue } from "../../cli/catalogue.ts";
import { isDecided } from "../../engine/catalogue.ts";
import { xmlText } from "../../text/xml-text.ts";
import { catalogueHtml } from "./catalogue-html.ts";

const { requirements } = catalogue;
const page = catalogueHtml({ requirements, resultsPage: "report.html" });
const anchors = [...page.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor);

test("every requirement stands in the page once, by its id, with its words", () => {
  const text = page.replaceAll(/<\/?code>/g, "`");
  for (const row of requirements) {
    const { id, because } = row;
    const article = text.slice(
      text.indexOf(`<article id="${id}"`),
      text.indexOf("</article>", text.indexOf(`id="${id}"`)),
    );
    expect(article).toContain(xmlText(row.text));
    expect(article).toContain(`>${row.level}</span>`);
    expect(article).toContain(because === undefined ? row.level : xmlText(because));
    for (const section of row.sections) expect(article).toContain(`>§${section}</a>`);
  }
});

test("anchors are unique, and every link of the page leads to one of them or to the results", () => {
  expect(new Set(anchors).size).toBe(anchors.length);
  const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, link = ""]) => link);
  const elsewhere = links.filter((link) => !anchors.includes(link.replace(/^#/, "")));
  expect(new Set(elsewhere)).toEqual(new Set(["data:,", "report.html"]));
});

test("the page loads nothing", () => {
  expect(page.match(/<i?frame|<img|@import|url\(| src=|fetch\(/)).toBeNull();
  expect(page).toContain(`content="default-src 'none'; `);
});

test("a requirement without a check says so, and can be filtered for", () => {
  for (const one of requirements) {
    const { id } = one;
    const [, item = "", article = ""] =
      new RegExp(`<article id="${id}" data-item="([^"]*)">([^]*?)</article>`).exec(page) ?? [];
    const marked = {
      item: item.includes("not-judged"),
      article: article.includes("not checked: this version"),
    };
    const expected = !isDecided(one);
    expect({ id, ...marked }).toEqual({ id, item: expected, article: expected });
  }
  expect(page).toContain(`<option value="not-judged">`);
});
