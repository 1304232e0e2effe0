import { spawn } from "node:child_process";
import { lstatSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { shownFile } from "../../files/shown-file.ts";
import { REPORT_FILE } from "../../reporters/stored/result-files.ts";
import { readResult } from "../../reporters/stored/read-result.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { UsageError } from "../usage-error.ts";

/** An opener that runs longer has opened the page. */
const OPENING_MS = 3_000;

/**
 * Opens the page of a result in the browser.
 * @returns the text for the user
 * @throws {UsageError} if there is no page, or it cannot be opened. {UnreadableResultError} if there is no result
 */
export async function showPage(place: string): Promise<string> {
  const page = pageOf(place);
  const opener = process.platform === "darwin" ? "open" : "xdg-open";
  const problem = await opened(opener, page);
  if (problem === undefined) return `Opened ${terminalText(shownFile(page))}.\n`;
  throw new UsageError(`Cannot open the page by ${opener}: ${problem}. Open it yourself: ${page}`);
}

/** The absolute path of the page. A link is refused: it may lead anywhere. */
function pageOf(place: string): string {
  readResult(place);
  const folder = statSync(place).isDirectory() ? place : dirname(place);
  const page = resolve(join(folder, REPORT_FILE));
  const found = lstatSync(page, { throwIfNoEntry: false });
  if (found?.isFile() === true) return page;
  const why =
    found === undefined
      ? "it has no page. Make one with the command report"
      : "its page is not a regular file";
  throw new UsageError(`Cannot show ${place}: ${why}`);
}

/** Starts the opener without a shell. Returns the problem. Undefined: none. */
async function opened(opener: string, page: string): Promise<string | undefined> {
  const child = spawn(opener, [page], { stdio: "ignore", detached: true });
  child.unref();
  return new Promise((done) => {
    const timer = setTimeout(() => done(undefined), OPENING_MS);
    const end = (problem?: string) => {
      clearTimeout(timer);
      done(problem);
    };
    child.once("error", ({ message }) => end(message));
    child.once("exit", (code) => end(code === 0 ? undefined : `it ended with exit code ${code}`));
  });
}
