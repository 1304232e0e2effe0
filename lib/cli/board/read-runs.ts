import { lstatSync, type Dirent, readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { IrregularFileError, readNamedFile, readRegularFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { historyLine, pastRun } from "../../reporters/history/history-line.ts";
import { MAX_HISTORY_MIB, parseHistoryLine, HISTORY_FILE } from "../../reporters/history/history.ts";
import { REPORT_FILE, RESULT_FILE } from "../../reporters/stored/result-files.ts";
import { readResultFile } from "../results/read-result.ts";
import { UnreadableResultError } from "../results/read-json-file.ts";
import type { BoardCollection } from "./board-collection.ts";

/** Folders of a run that contain no results of other runs. */
const PARTS_OF_RUN = new Set(["evidence", "capsules", "node_modules"]);
const MAX_LEVELS = 4;
const MAX_FOLDERS = 20_000;

/** A file with one or more runs. */
export interface FoundFile {
  readonly file: string;
  readonly kind: "result" | "history";
  /** The user named the file, so that it may be a link. */
  readonly isNamed: boolean;
}

type Note = (place: string, why: string) => void;

/**
 * Finds the files of runs at a place: a result, a history, or a folder with such files at any depth up to
 * four. Links inside a folder are not followed.
 * @param note is called for a folder inside that cannot be read
 * @throws {UnreadableResultError} if it contains no such file
 */
export function findResults(place: string, note: Note): FoundFile[] {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) throw new UnreadableResultError(place, "there is no such file or folder");
  if (!found.isDirectory()) {
    return [{ file: place, kind: place.endsWith(".jsonl") ? "history" : "result", isNamed: true }];
  }
  const folders = foldersBelow(place, note);
  const files = folders.flatMap(filesOf);
  if (files.length > 0) return files;
  throw new UnreadableResultError(
    shownFile(place),
    `neither it nor a folder inside contains ${RESULT_FILE} or ${HISTORY_FILE}`,
  );
}

/** The folder itself and those inside, level by level. */
function foldersBelow(root: string, note: Note): string[] {
  const all = [root];
  let level = [root];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    level = level.flatMap((folder) =>
      entriesOf(folder, note)
        .filter(isSearched)
        .map(({ name }) => join(folder, name)),
    );
    all.push(...level);
    if (all.length > MAX_FOLDERS) {
      throw new UnreadableResultError(shownFile(root), `it contains more than ${MAX_FOLDERS} folders`);
    }
  }
  return all;
}

function isSearched(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith(".") && !PARTS_OF_RUN.has(entry.name);
}

function entriesOf(folder: string, note: Note): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    note(shownFile(folder), error.message);
    return [];
  }
}

function filesOf(folder: string): FoundFile[] {
  const candidates = [
    { file: join(folder, RESULT_FILE), kind: "result", isNamed: false },
    { file: join(folder, HISTORY_FILE), kind: "history", isNamed: false },
  ] as const;
  return candidates.filter(({ file }) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
}

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
