import { existsSync } from "node:fs";
import axe from "axe-core";
import { chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** The system's own browser; undefined: none is installed. */
export const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (file) => existsSync(file),
);

const QUIET = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A page that is open until the test is over. */
export interface OpenPage {
  readonly page: Page;
  /** Everything that it has logged and thrown so far. */
  readonly complaints: readonly string[];
}

/** Opens an address in the system's Chromium. */
export async function openInChromium(url: string, options: readonly string[]): Promise<OpenPage> {
  const browser = await chromium.launch({
    ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }),
    chromiumSandbox: false,
    args: [...QUIET, ...options],
  });
  onTestFinished(async () => browser.close());
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, complaints };
}

/** Lists faults of a page, wide and narrow, light and dark: violations that axe finds, and a page that scrolls sideways. */
export async function faultsInSight(page: Page): Promise<string[]> {
  await page.locator("details").evaluateAll((folds) => folds.map((fold) => fold.setAttribute("open", "")));
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 400]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const faults: unknown = await page.evaluate(FAULTS);
      if (!Array.isArray(faults)) throw new TypeError("axe gave no result");
      found.push(...faults.map((fault) => `${colorScheme} ${width}: ${fault}`));
    }
  }
  return found;
}

const FAULTS = `axe.run().then(({ violations }) => [
  ...violations.map(({ id, nodes }) => id + " " + nodes[0].html),
  ...(document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways"] : []),
])`;
