import { IrregularFileError, readRegularFile } from "../../files/read-regular-file.ts";
import { exceedsDepth } from "../../text/exceeds-depth.ts";
import { toJsonLine } from "../to-json.ts";
import { HistoryError } from "./history-error.ts";
import { type HistoryLine, knownLine } from "./history-line.ts";

/** Sixty runs of everything take far less. */
const MAX_MIB = 64;

/** The earlier runs of a folder of results. */
export const HISTORY_FILE = "history.jsonl";

/** How many runs are remembered. */
export const MAX_RUNS_REMEMBERED = 60;

/**
 * The lines of a history, the oldest first; none when there is no file. A line that was cut off is left out.
 * @throws {HistoryError} when it is something else.
 * @throws an error of the file system
 */
export function readHistory(file: string): HistoryLine[] {
  const text = textOf(file);
  const lines = text.split("\n").flatMap(parsed);
  if (lines.length === 0 && text.trim() !== "") {
    throw new HistoryError("it is no history of earlier runs; remove it");
  }
  return lines;
}

/** A history without what is too old, as it stands in its file. */
export function historyText(lines: readonly HistoryLine[]): string {
  const kept = lines.slice(-MAX_RUNS_REMEMBERED);
  return kept.map((line) => `${toJsonLine(line)}\n`).join("");
}

function textOf(file: string): string {
  try {
    return readRegularFile(file, MAX_MIB);
  } catch (error) {
    if (error instanceof IrregularFileError) throw new HistoryError(`${error.message}; remove it`);
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function parsed(line: string): HistoryLine[] {
  if (exceedsDepth(line)) return [];
  try {
    const known = knownLine(JSON.parse(line));
    return known === undefined ? [] : [known];
  } catch {
    return [];
  }
}
