import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { findMutant } from "../serve/find-mutant.ts";
import { CHROMIUM, Chromium } from "../testing/chromium.ts";
import { listening } from "../testing/listening.ts";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Whom the browser asks by itself, whatever page is open. */
const BROWSER_ITSELF = /^(?:http:\/\/)?[\w-]+\.google(?:apis)?\.com\b/;
const LOADED = { timeout: 20_000, interval: 100 };

const MERCHANTS = [
  { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" },
  { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
];

test.skipIf(CHROMIUM === undefined)(
  "the page leads from a failure to its requirement, can be searched, logs no error and asks nobody for anything",
  async () => {
    const out = await judged("accepts-ftp", "callback-url", "--html");
    const { proxy, asked } = await deafProxy();
    const browser = await Chromium.open(pathToFileURL(join(out, "report.html")).href, [proxy]);
    const shown = async (selector: string) =>
      browser.evaluate(
        `[...document.querySelectorAll("${selector}")].filter((one) => one.checkVisibility()).map((one) => one.id)`,
      );
    await expect.poll(async () => shown("article"), LOADED).toEqual(["callback-url.https-only"]);
    expect(await browser.evaluate("document.title")).toMatch(/non-conformant.*, 1 failure/);

    const heard = await browser.accessibilityTree();
    const roles = new Set(heard.map(({ role }) => role));
    expect([...roles]).toEqual(
      expect.arrayContaining(["banner", "navigation", "search", "main", "contentinfo", "region"]),
    );
    expect(
      heard.filter(({ role, level }) => role === "heading" && level === 1).map(({ name }) => name),
    ).toEqual(["reference non-conformant callback-url only"]);
    expect(heard).toContainEqual({ role: "searchbox", name: "Search" });
    expect(heard).toContainEqual({ role: "heading", name: "Failures 1", level: 2 });

    await browser.evaluate(typed("ftp nonsense"));
    expect(await shown("article, main section")).toEqual([]);
    await browser.evaluate(typed("scheme ftp"));
    expect(await shown("article")).toEqual(["callback-url.https-only"]);
    await browser.evaluate(typed("callback-url.max-length"));
    expect(await shown("main section")).toEqual(["passed"]);
    expect(
      await browser.evaluate("document.querySelector('#passed li:not([hidden])').checkVisibility()"),
    ).toBe(true);
    await browser.evaluate(typed(""));
    expect(await shown("article")).toEqual(["callback-url.https-only"]);

    await browser.evaluate("document.querySelector('article a[href^=catalogue]:last-child').click()");
    const address = async () => browser.evaluate("location.href");
    await expect.poll(address, LOADED).toBe(catalogue(out, "callback-url.https-only"));
    await expect.poll(async () => browser.evaluate("document.readyState"), LOADED).toBe("complete");
    await browser.evaluate(typed("card.cancel"));
    await expect.poll(async () => shown("main section"), LOADED).toEqual(["area-card"]);

    expect(browser.complaints).toEqual([]);
    expect(asked.filter((url) => !BROWSER_ITSELF.test(url))).toEqual([]);
  },
);

/** Types into the search of a page. */
function typed(text: string): string {
  return `(() => {
  const field = document.querySelector("search input");
  field.value = ${JSON.stringify(text)};
  field.dispatchEvent(new Event("input"));
})()`;
}

test.skipIf(CHROMIUM === undefined)(
  "the page of Allure leads from a failure to its requirement in the catalogue, and asks nobody for anything either",
  async () => {
    const out = await judged("accepts-ftp", "callback-url.https", "--allure");
    const { proxy, asked } = await deafProxy();
    const page = pathToFileURL(join(out, "index.html")).href;
    const browser = await Chromium.open(`${page}#${resultOf("callback-url.https-only", out)}`, [proxy]);
    const body = async () => String(await browser.evaluate("document.body?.innerText"));
    await expect.poll(body, LOADED).toMatch(/callback-url\.https-only[^]*failed: expected the scheme ftp/);
    expect(await browser.evaluate("document.title")).toMatch(/non-conformant.*, 1 failure/);

    await expect.poll(async () => browser.evaluate(CLICKED), LOADED).toBe(true);
    const address = async () => browser.evaluate("location.href");
    await expect.poll(address, LOADED).toBe(catalogue(out, "callback-url.https-only"));
    const text = async (selector: string) =>
      browser.evaluate(`document.querySelector("${selector}")?.innerText`);
    await expect
      .poll(async () => text(":target p"), LOADED)
      .toBe("A callback URL with a scheme other than https is refused.");
    await browser.evaluate("document.querySelector(':target .facts a').click()");
    await expect.poll(address, LOADED).toBe(catalogue(out, "section-2.2"));
    await expect.poll(async () => text(":target h3"), LOADED).toBe("§2.2");

    expect(browser.complaints).toEqual([]);
    expect(asked.filter((url) => !BROWSER_ITSELF.test(url))).toEqual([]);
  },
);

/** Clicks the link to the requirement as soon as the frame of the description lets it open a page. */
const CLICKED = `(() => {
  const frame = document.querySelector("iframe[title=Description]")?.contentDocument;
  const link = frame?.querySelector("a[href='catalogue.html#callback-url.https-only'][target]");
  link?.click();
  return link instanceof frame.defaultView.Element;
})()`;

function catalogue(out: string, anchor: string): string {
  return `${pathToFileURL(join(out, "catalogue.html")).href}#${anchor}`;
}

/** What a run with one fault leaves behind. */
async function judged(mutant: string, selector: string, option: string): Promise<string> {
  const rules = findMutant(mutant).apply(conformantRules);
  const server = await serveReference(createReference({ merchants: MERCHANTS, rules }));
  onTestFinished(async () => server.close());
  const out = temporaryFolder();
  const { code } = await runBin(["run", selector, "--base-url", server.url, option, "--out", out]);
  expect(code).toBe(1);
  return out;
}

/** How Allure's page names a result. */
function resultOf(requirement: string, out: string): string {
  const history = readFileSync(join(out, "history.jsonl"), "utf8");
  const [, id = ""] = new RegExp(`"id":"([\\da-f]+)","name":"${requirement}"`).exec(history) ?? [];
  return id;
}

/** Notes what it is asked for, and fetches none of it. */
async function deafProxy(): Promise<{ readonly proxy: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.url));
    response.end();
  });
  server.on("connect", (request, socket) => {
    asked.push(String(request.url));
    socket.destroy();
  });
  return { proxy: `--proxy-server=127.0.0.1:${await listening(server)}`, asked };
}
