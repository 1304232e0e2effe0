import { existsSync } from "node:fs";
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
