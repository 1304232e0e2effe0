import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { CHROMIUM, openInChromium } from "../testing/chromium.ts";
import { runBin } from "../testing/run-bin.ts";
import { badNight, nightLine, storeNights } from "../testing/store-nights.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const NIGHTS = 8;
/** Enough areas for a table that is wider than a phone. */
const AREAS = Array.from({ length: 20 }, (_, at) => `area-${at}.check`);
const HEIGHT = 900;
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

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
  return Array.isArray(found) ? found.map(String) : ["axe gave no result"];
}

test.skipIf(CHROMIUM === undefined)(
  "axe finds no violation on the board, wide or narrow, light or dark, and the page does not scroll sideways",
  async () => {
    const { page, complaints } = await openInChromium(await boardOfManyTargets(), []);
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1280, 400]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: HEIGHT });
        await page
          .locator("details")
          .evaluateAll((folds) => folds.map((fold) => fold.setAttribute("open", "")));
        const sideways = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        const seen = { colorScheme, width, violations: await violations(page), sideways };
        expect(seen).toEqual({ colorScheme, width, violations: [], sideways: 0 });
      }
    }
    expect(complaints).toEqual([]);
  },
);

test.skipIf(CHROMIUM === undefined)("a keyboard reaches the table, each target and its numbers", async () => {
  const { page } = await openInChromium(await boardOfManyTargets(), []);
  await page.setViewportSize({ width: 400, height: HEIGHT });
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
