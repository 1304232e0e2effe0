import { IrregularFileError, readIfThere } from "../../files/read-regular-file.ts";
import { exceedsDepth } from "../../text/exceeds-depth.ts";
import { jsonOrUndefined } from "../../text/json-or-undefined.ts";
import { toJsonLine } from "../text/to-json.ts";
import type { RunResult } from "../stored/run-result.ts";
import { type HistoryLine, knownLine } from "./history-line.ts";
import { isSameTarget } from "./is-same-target.ts";

/** The history of runs is unreadable. It is not replaced. */
export class HistoryError extends Error {
  override readonly name = "HistoryError";
}

/** Sixty runs of everything take far less. */
export const MAX_HISTORY_MIB = 64;

/** The earlier runs of a folder of results. */
export const HISTORY_FILE = "history.jsonl";

/** Maximum number of runs in the history. */
export const MAX_RUNS_REMEMBERED = 60;

/**
 * Reads the lines of a history, the oldest first. Default: none. An incomplete line is omitted.
 * @throws {HistoryError} if the file is something else
 * @throws an error of the file system
 */
export function readHistory(file: string): HistoryLine[] {
  const text = textOf(file);
  const lines = text.split("\n").flatMap((line) => parseHistoryLine(line) ?? []);
  if (lines.length === 0 && text.trim() !== "") {
    throw new HistoryError("it is not a history of earlier runs. Remove it");
  }
  return lines;
}

/** Writes a history without runs that are too old. */
export function historyText(lines: readonly HistoryLine[]): string {
  const kept = lines.slice(-MAX_RUNS_REMEMBERED);
  return kept.map((line) => `${toJsonLine(line)}\n`).join("");
}

function textOf(file: string): string {
  try {
    return readIfThere(file, MAX_HISTORY_MIB) ?? "";
  } catch (error) {
    if (error instanceof IrregularFileError) throw new HistoryError(`${error.message}; remove it`);
    throw error;
  }
}

/** Reads the text of one line. Undefined: it is not a line of a history. */
export function parseHistoryLine(line: string): HistoryLine | undefined {
  return exceedsDepth(line) ? undefined : knownLine(jsonOrUndefined(line));
}

/** The lines about earlier runs of the target of a run, the oldest first. */
export function linesOfTarget(
  history: readonly HistoryLine[],
  { target, startedAt }: Pick<RunResult, "target" | "startedAt">,
): HistoryLine[] {
  return history
    .filter((line) => isSameTarget(line.target, target) && line.startedAt < startedAt)
    .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}
