import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../reference/reference.ts";
import { conformantRules } from "../reference/rules/rules.ts";
import { serveReference } from "../reference/serve-reference.ts";
import { findMutant } from "./serve/find-mutant.ts";
import { CHROMIUM, Chromium } from "./testing/chromium.ts";
import { listening } from "./testing/listening.ts";
import { runBin } from "./testing/run-bin.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

/** Whom the browser asks by itself, whatever page is open. */
const BROWSER_ITSELF = /^(?:http:\/\/)?[\w-]+\.google(?:apis)?\.com\b/;
const LOADED = { timeout: 20_000, interval: 100 };

const MERCHANTS = [
  { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" },
  { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
];

test.skipIf(CHROMIUM === undefined)(
  "the page leads from a failure to its requirement in the catalogue, logs no error and asks nobody for anything",
  async () => {
    const out = await judged("accepts-ftp", "callback-url.https");
    const { proxy, asked } = await deafProxy();
    const page = pathToFileURL(join(out, "index.html")).href;
    const browser = await Chromium.open(`${page}#${resultOf("callback-url.https-only", out)}`, [proxy]);
    const text = async () => String(await browser.evaluate("document.body?.innerText"));
    await expect.poll(text, LOADED).toMatch(/callback-url\.https-only[^]*failed: expected the scheme ftp/);
    expect(await browser.evaluate("document.title")).toContain("non-conformant, 1 failed");

    await expect.poll(async () => browser.evaluate(CLICKED), LOADED).toBe(true);
    const address = async () => browser.evaluate("location.href");
    await expect.poll(address, LOADED).toBe(catalogue(out, "callback-url.https-only"));
    expect(await browser.evaluate("document.querySelector(':target p').innerText")).toBe(
      "A callback URL with a scheme other than https is refused.",
    );
    await browser.evaluate("document.querySelector(':target .facts a').click()");
    await expect.poll(address, LOADED).toBe(catalogue(out, "section-2.2"));
    expect(await browser.evaluate("document.querySelector(':target h3').innerText")).toBe("§2.2");

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
async function judged(mutant: string, selector: string): Promise<string> {
  const rules = findMutant(mutant).apply(conformantRules);
  const server = await serveReference(createReference({ merchants: MERCHANTS, rules }));
  onTestFinished(async () => server.close());
  const out = temporaryFolder();
  const { code } = await runBin(["run", selector, "--base-url", server.url, "--html", "--out", out]);
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
