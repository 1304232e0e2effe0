import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { CHROMIUM, faultsInSight, openInChromium } from "../testing/chromium.ts";
import { listening } from "../testing/listening.ts";
import { runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
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
