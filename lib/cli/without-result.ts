import { existsSync } from "node:fs";
import { RUN_OPTIONS } from "../profile/schema/options.ts";
import { optionValue } from "../profile/options/option-value.ts";
import type { Environment } from "../profile/yaml/interpolate.ts";
import { githubError } from "../reporters/pipeline/github-annotations.ts";
import { ResultFolder } from "../reporters/run/result-folder.ts";
import { appendToSummary } from "../reporters/pipeline/append-to-summary.ts";
import { markdownText } from "../text/markdown-text.ts";
import { terminalText } from "../text/terminal-text.ts";
import { holdFolder } from "./run/hold-folder.ts";

const TITLE = "Conformance: no result";

/**
 * Reports to a pipeline that a command ended without a result. A pipeline must not read the files of an earlier run as
 * those of this one, so they are removed.
 */
export function reportWithoutResult(text: string, args: readonly string[], env: Environment): void {
  const isGithub = env["GITHUB_ACTIONS"] === "true";
  if (isGithub) process.stderr.write(`${githubError(TITLE, terminalText(text, { keepLines: true }))}\n`);
  const summary = env["GITHUB_STEP_SUMMARY"] ?? "";
  if (summary !== "") appendToSummary(summary, `## ${TITLE}\n\n${markdownText(text)}\n`, process.stderr);
  if (args[0] === "run" && (isGithub || env["CI"] === "true")) removeEarlierResults(outOf(args, env));
}

/** The folder of the results. A profile that cannot be read names none. */
function outOf(args: readonly string[], env: Environment): string {
  const at = args.findIndex((word) => /^--out(=|$)/.test(word));
  const word = args[at] ?? "";
  const given = word.startsWith("--out=") ? word.slice("--out=".length) : args[at + 1];
  const { value } = optionValue(RUN_OPTIONS.out, at === -1 ? undefined : given, env);
  return String(value);
}

/** Leaves the folder alone if it contains other files, or another run writes there. */
function removeEarlierResults(out: string): void {
  if (!existsSync(out)) return;
  const folder = new ResultFolder(out);
  try {
    const lock = holdFolder(folder);
    folder.clear();
    lock.release();
  } catch {
    // The command has already failed, and it has said why.
  }
}
