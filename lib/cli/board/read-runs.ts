import { hash } from "node:crypto";
import { lstatSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { IrregularFileError, readNamedFile, readRegularFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import type { VerdictRegister } from "../../reporters/history/verdict-register.ts";
import { type HistoryLine, historyLine, pastRun } from "../../reporters/history/history-line.ts";
import type { PastRun } from "../../reporters/history/past-run.ts";
import { MAX_HISTORY_MIB, parseHistoryLine } from "../../reporters/history/history.ts";
import { REPORT_FILE } from "../../reporters/stored/result-files.ts";
import { readResultFile } from "../../reporters/stored/read-result.ts";
import { UnreadableResultError } from "../../reporters/stored/unreadable-result-error.ts";
import type { BoardCollection } from "./board-collection.ts";
import type { FoundFile } from "./find-results.ts";

/** A line takes about 11 KiB. */
const MAX_LINE_CHARS = 1024 * 1024;
/** A year of nights of 27 targets. No file may fill the board alone. */
const MAX_LINES_OF_FILE = 10_000;
/** More than a board shows. */
const MAX_DIGESTS = 100_000;

/** Reads the files of runs into a collection, and keeps no text of them. */
export class RunReader {
  readonly #register: VerdictRegister;
  readonly #collection: BoardCollection;
  /** The folder of the page: links lead only to files below it. */
  readonly #pageFolder: string;
  /** Digests of the lines so far: the histories of one target repeat each other. */
  readonly #lines = new Set<string>();

  constructor(collection: BoardCollection, register: VerdictRegister, pageFolder: string) {
    this.#collection = collection;
    this.#register = register;
    this.#pageFolder = pageFolder;
  }

  /** Reads a file. Its problems become notes of the collection. */
  read(found: FoundFile): void {
    try {
      if (found.kind === "history") this.#readHistory(found);
      else this.#readResult(found);
    } catch (error) {
      this.#collection.note(shownFile(found.file), reasonOf(error));
    }
  }

  #readResult(found: FoundFile): void {
    const { file } = found;
    const run = this.#packed(historyLine(readResultFile(file, found.isNamed)), file);
    if (run === undefined) throw new UnreadableResultError(file, "it names too many unknown requirements");
    const report = this.#reportBeside(file);
    this.#collection.add({ ...run, ...(report !== undefined && { report }) }, shownFile(file));
  }

  #readHistory(found: FoundFile): void {
    const place = shownFile(found.file);
    let [all, unread] = [0, 0];
    for (const text of newestLines(textOf(found, MAX_HISTORY_MIB))) {
      if (all === MAX_LINES_OF_FILE) {
        this.#collection.note(place, `only its newest ${all} lines were read`);
        break;
      }
      all += 1;
      if (!this.#readLine(text, place)) unread += 1;
    }
    if (unread > 0) this.#collection.note(place, `${unread} of its ${all} lines cannot be read as runs`);
  }

  /** Whether a line is a run. */
  #readLine(text: string, place: string): boolean {
    const digest = hash("sha256", text, "base64");
    if (this.#lines.has(digest)) return true;
    const line = text.length > MAX_LINE_CHARS ? undefined : parseHistoryLine(text);
    const run = line && this.#packed(line, place);
    if (run === undefined) return false;
    if (this.#lines.size < MAX_DIGESTS) this.#lines.add(digest);
    this.#collection.add(run, place);
    return true;
  }

  /** Undefined: the run names something else than requirements, or too many of other versions. */
  #packed(line: HistoryLine, file: string): PastRun | undefined {
    const run = pastRun(line);
    const checks = this.#register.pack(run.checks, file);
    return checks && { ...run, checks };
  }

  /** The relative address of the report of the same run. Undefined: no report lies below the page. */
  #reportBeside(file: string): string | undefined {
    const report = join(dirname(file), REPORT_FILE);
    if (lstatSync(report, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    const path = relative(this.#pageFolder, report);
    if (isAbsolute(path) || path.startsWith("..")) return undefined;
    return path.toWellFormed().split(sep).map(encodeURIComponent).join("/");
  }
}

function textOf({ file, isNamed }: FoundFile, maxMib: number): string {
  return (isNamed ? readNamedFile : readRegularFile)(file, maxMib);
}

/** The lines that are not blank, one at a time, the last one first: a run appends its line. */
function* newestLines(text: string): Generator<string> {
  for (let end = text.length; end > 0;) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, end);
    if (line.trim() !== "") yield line;
    end = start - 1;
  }
}

/** @throws the error itself if it is a defect of the suite */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadableResultError) return error.why;
  const isOfFile = error instanceof IrregularFileError || (error instanceof Error && "syscall" in error);
  if (isOfFile) return error.message;
  throw error;
}
