import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { CHROMIUM, faultsInSight, openInChromium } from "../testing/chromium.ts";
import { runBin } from "../testing/run-bin.ts";
import { badNight, nightLine, storeNights } from "../testing/store-nights.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

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
