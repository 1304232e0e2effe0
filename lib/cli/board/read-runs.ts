import { lstatSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { IrregularFileError, readNamedFile, readRegularFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { historyLine, pastRun } from "../../reporters/history/history-line.ts";
import { MAX_HISTORY_MIB, parseHistoryLine } from "../../reporters/history/history.ts";
import { REPORT_FILE } from "../../reporters/stored/result-files.ts";
import { readResultFile } from "../../reporters/stored/read-result.ts";
import { UnreadableResultError } from "../../reporters/stored/unreadable-result-error.ts";
import type { BoardCollection } from "./board-collection.ts";
import type { FoundFile } from "./find-results.ts";

/**
 * Reads the runs of a file into a collection. Its problems become notes of the collection.
 * @param pageFolder the folder of the page: links lead only to files below it
 */
export function readRuns(found: FoundFile, collection: BoardCollection, pageFolder: string): void {
  const place = shownFile(found.file);
  try {
    if (found.kind === "history") return readHistory(found, collection, place);
    const report = reportBeside(found.file, pageFolder);
    const run = pastRun(historyLine(readResultFile(found.file, found.isNamed)));
    collection.add({ ...run, ...(report !== undefined && { report }) }, place);
  } catch (error) {
    collection.note(place, reasonOf(error));
  }
}

/** A run appends its line: the newest runs come first, so that a limit omits the oldest. */
function readHistory({ file, isNamed }: FoundFile, collection: BoardCollection, place: string): void {
  const text = (isNamed ? readNamedFile : readRegularFile)(file, MAX_HISTORY_MIB);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  let unread = 0;
  for (const line of lines.toReversed()) {
    const known = parseHistoryLine(line);
    if (known === undefined) unread += 1;
    else collection.add(pastRun(known), place);
  }
  if (unread > 0) collection.note(place, `${unread} of its ${lines.length} lines cannot be read as runs`);
}

/** The relative address of the report of the same run. Undefined: no report lies below the page. */
function reportBeside(file: string, pageFolder: string): string | undefined {
  const report = join(dirname(file), REPORT_FILE);
  if (lstatSync(report, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const path = relative(pageFolder, report);
  if (isAbsolute(path) || path.startsWith("..")) return undefined;
  return path.toWellFormed().split(sep).map(encodeURIComponent).join("/");
}

/** @throws the error itself if it is a defect of the suite */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadableResultError) return error.why;
  const isOfFile = error instanceof IrregularFileError || (error instanceof Error && "syscall" in error);
  if (isOfFile) return error.message;
  throw error;
}
