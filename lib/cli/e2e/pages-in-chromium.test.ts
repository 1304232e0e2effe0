import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { CHROMIUM, faultsInSight, openInChromium } from "../testing/chromium.ts";
import { listening } from "../testing/listening.ts";
import { runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { badNight, nightLine, storeNights } from "../testing/store-nights.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Whom the browser asks by itself, whatever page is open. */
const BROWSER_ITSELF = /^(?:http:\/\/)?[\w-]+\.google(?:apis)?\.com\b/;

test.skipIf(CHROMIUM === undefined)(
  "the page leads from a failure to its requirement, can be searched, has no fault that axe finds, logs no error and sends no request",
  async () => {
    const out = await judged("accepts-ftp", "callback-url", "--html");
    const { proxy, asked } = await deafProxy();
    const { page, complaints } = await openInChromium(pathToFileURL(join(out, "report.html")).href, [proxy]);
    const shown = async (selector: string) =>
      page
        .locator(selector)
        .filter({ visible: true })
        .evaluateAll((found) => found.map(({ id }) => id));
    const search = page.getByRole("searchbox", { name: "Search" });
    expect(await shown("article")).toEqual(["callback-url.https-only"]);
    expect(await page.title()).toMatch(/non-conformant.*, 1 failure/);

    const landmarks = ["banner", "navigation", "search", "main", "contentinfo", "region"] as const;
    for (const role of landmarks)
      expect({ role, count: await page.getByRole(role).count() }).not.toEqual({ role, count: 0 });
    expect(await page.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual([
      expect.stringMatching(/reference\s+(?:\W\s+)?non-conformant\s+callback-url only/),
    ]);
    expect(await page.getByRole("heading", { name: "Failures 1", level: 2 }).count()).toBe(1);

    await search.fill("ftp nonsense");
    expect(await shown("article, main section")).toEqual([]);
    await search.fill("scheme ftp");
    expect(await shown("article")).toEqual(["callback-url.https-only"]);
    await search.fill("callback-url.max-length");
    expect(await shown("main section")).toEqual(["passed"]);
    expect(await page.locator("#passed li:not([hidden])").first().isVisible()).toBe(true);
    await search.fill("");
    expect(await shown("article")).toEqual(["callback-url.https-only"]);

    await page.locator("article a[href^='#section']").first().click();
    expect(new URL(page.url()).hash).toBe("#section-2.2");
    expect(await page.locator("#section-2\\.2").isVisible()).toBe(true);

    expect(await faultsInSight(page)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !BROWSER_ITSELF.test(url))).toEqual([]);
  },
);

/** The results of a run with one fault. */
async function judged(mutant: string, selector: string, option: string): Promise<string> {
  const url = await servedReference({ mutant });
  const out = temporaryFolder();
  const { code } = await runBin(["run", selector, "--base-url", url, option, "--out", out]);
  expect(code).toBe(1);
  return out;
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

const NIGHTS = 8;
/** Enough areas for a table that is wider than a phone. */
const AREAS = Array.from({ length: 20 }, (_, at) => `area-${at}.check`);
/** For a busy machine. */
const PATIENCE_MS = 20_000;

/** A board of targets in every state. */
async function boardOfManyTargets(): Promise<string> {
  const folder = temporaryFolder();
  const verdicts = ["incomplete", "interrupted", "unreachable", "defect", "conformant-partial"] as const;
  for (let at = 0; at < NIGHTS; at++) {
    const checks = { passed: AREAS };
    const lines = [badNight("failing", at), nightLine("good", at, { checks }), nightLine("stale", at + 9)];
    const others = verdicts.map((verdict) =>
      nightLine(`target-with-a-long-name-${verdict}`, at, { verdict }),
    );
    storeNights(join(folder, `${at}/history.jsonl`), [...lines, ...others]);
  }
  const out = join(folder, "board.html");
  expect(await runBin(["board", folder, join(folder, "missing"), "--out", out])).toMatchObject({ code: 0 });
  return pathToFileURL(out).href;
}

test.skipIf(CHROMIUM === undefined)(
  "axe finds no violation on the board, wide or narrow, light or dark, and the page does not scroll sideways",
  async () => {
    const { page, complaints } = await openInChromium(await boardOfManyTargets(), []);
    expect(await faultsInSight(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test.skipIf(CHROMIUM === undefined)("a keyboard reaches the table, each target and its numbers", async () => {
  const { page } = await openInChromium(await boardOfManyTargets(), []);
  await page.setViewportSize({ width: 400, height: 900 });
  const table = page.getByRole("group", { name: "Targets and areas" });
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(async () => table.evaluate((box) => box.scrollLeft), { timeout: PATIENCE_MS })
    .toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const article = page.locator("article:target");
  expect(await article.getByRole("heading", { level: 3 }).innerText()).toBe("failing");
  expect(
    await article
      .getByRole("listitem")
      .filter({ hasText: /non-conformant/ })
      .count(),
  ).toBe(NIGHTS);
  await article.locator("summary").focus();
  await page.keyboard.press("Enter");
  expect(await article.getByRole("row").count()).toBe(NIGHTS + 1);
});

test.skipIf(CHROMIUM === undefined)("a reader finds the targets that fail, and those of a name", async () => {
  const { page } = await openInChromium(await boardOfManyTargets(), []);
  const shown = async (selector: string) =>
    page.locator(`${selector}:not([hidden]) :is(h3, th a)`).allInnerTexts();
  await page.getByRole("combobox", { name: "Show" }).selectOption("non-conformant");
  expect(await shown("article")).toEqual(["failing"]);
  expect(await shown("tr")).toEqual(["failing"]);
  expect(await page.getByRole("status").innerText()).toBe("1 of 8");
  await page.getByRole("combobox", { name: "Show" }).selectOption("");
  await page.getByRole("searchbox", { name: "Search" }).fill("long-name register");
  expect(await shown("article")).toEqual([]);
  await page.getByRole("searchbox", { name: "Search" }).fill("long-name unreach");
  expect(await shown("tr")).toEqual(["target-with-a-long-name-unreachable"]);
});
