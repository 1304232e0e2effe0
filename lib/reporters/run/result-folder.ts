import { rmSync, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Judgement } from "../../engine/record/result.ts";
import { shownFile } from "../../files/shown-file.ts";
import { capsuleName, evidenceName } from "../stored/result-files.ts";
import type { Capsule } from "./capsule.ts";
import { HISTORY_FILE, HistoryError, readHistory } from "../history/history.ts";
import type { HistoryLine } from "../history/history-line.ts";
import { ResultFolderError } from "./result-folder-error.ts";
import { toJson } from "../text/to-json.ts";
import { writePrivate } from "../../files/replace-file.ts";
import { readBeginning } from "../../files/read-regular-file.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { ownCommand } from "../../package/command-line-text.ts";
import { shellWord } from "../../text/shell-word.ts";

/** The command that shows the failure of a requirement again, by its capsule in a folder. */
function capsuleCommand(folder: string, requirement: string): string {
  return `${ownCommand()} replay ${shellWord(shownFile(join(folder, capsuleName(requirement))))}`;
}

/**
 * Makes a folder inside a folder of results that only its owner can read. Removes a link with its name, so
 * that nothing is written elsewhere.
 * @throws an error of the file system
 */
function ownFolder(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(folder);
  makeFolder(folder);
}

/** The file that marks a folder of results. */
const MARK = ".card-issuing-conformance";
const MARK_TEXT = "Results of card-issuing-conformance. The next run that writes here replaces them.\n";

const BEGINNING_BYTES = 64 * 1024;
const NAMES_SUITE = /"suite":\s*\{\s*"name":\s*"card-issuing-conformance"/;
/** Files that name the suite at the beginning. */
const NAMING = ["conformance.json", "observations.json", "history.jsonl"];
/** Files that a repository or a desktop puts into an empty folder. */
const NOTHING = new Set([".gitkeep", ".gitignore", ".DS_Store"]);

/**
 * The content of a folder that is neither empty nor a folder of results. Undefined: results may be written there.
 * @throws an error of the file system
 */
function foreignEntry(folder: string): string | undefined {
  const found = lstatSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
  const entry = found.find((name) => !NOTHING.has(name));
  return entry === undefined || isOurs(folder) ? undefined : entry;
}

function isOurs(folder: string): boolean {
  if (lstatSync(join(folder, MARK), { throwIfNoEntry: false })?.isFile() === true) return true;
  return NAMING.some((name) => NAMES_SUITE.test(readBeginning(join(folder, name), BEGINNING_BYTES)));
}

/** The files of which one is the product of a command. */
const PRODUCTS = ["conformance.json", "observations.json"];
/** The exit code of a command without its product. */
const NO_RESULT = 2;

/** So many files are named if they cannot be written. */
const MAX_NAMED = 4;

/** Files that a new run removes. */
const REPLACED = ["conformance.json", "junit.xml", "summary.md", "report.html", "evidence", "capsules"];

/**
 * The folder of results of a run. It follows no link inside. It notes a file that cannot be written, and the
 * run continues.
 */
export class ResultFolder {
  readonly path: string;
  /** Files that could not be written, with the reason. */
  readonly unwritten = new Map<string, string>();

  /** @param path absolute, or relative to the working directory. */
  constructor(path: string) {
    this.path = path;
  }

  /**
   * Makes the folder and marks it as a folder of results. A write problem appears before the first request.
   * @throws {ResultFolderError} if it contains other files, or is not writable
   */
  open(): void {
    let foreign: string | undefined;
    try {
      foreign = foreignEntry(this.path);
      if (foreign === undefined) {
        makeFolder(this.path);
        writePrivate(join(this.path, MARK), MARK_TEXT);
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw this.#refusal(`${why}; make it writable, or name another folder by --out`);
    }
    if (foreign === undefined) return;
    throw this.#refusal(
      `it holds ${foreign} and is not a folder of results. Name a new or an empty folder by --out`,
    );
  }

  /** Removes the files of an earlier run, and nothing else. */
  clear(): void {
    for (const name of REPLACED)
      this.#attempt(name, () => rmSync(join(this.path, name), { recursive: true, force: true }));
  }

  /** Writes the exchanges of a check, and the checks whose answers decided it. Does nothing without them. */
  keepEvidence({ requirement, result, exchanges }: Judgement): void {
    const heardIn = "verdict" in result ? result.heardIn : undefined;
    if (exchanges.length === 0 && heardIn === undefined) return;
    const evidence = { requirement, ...(heardIn !== undefined && { heardIn }), exchanges };
    this.write(evidenceName(requirement), toJson(evidence));
  }

  /**
   * Writes a capsule, and returns the command that reproduces the failure. Undefined: the capsule could not be written.
   */
  keepCapsule(capsule: Capsule): string | undefined {
    const { requirement } = capsule;
    if (!this.write(capsuleName(requirement), toJson(capsule))) return undefined;
    return capsuleCommand(this.path, requirement);
  }

  /** The earlier runs, the oldest first. Undefined: they are unreadable. */
  readHistory(): readonly HistoryLine[] | undefined {
    return this.#attempt(HISTORY_FILE, () => readHistory(join(this.path, HISTORY_FILE)));
  }

  get #isResultLost(): boolean {
    return PRODUCTS.some((name) => this.unwritten.has(name));
  }

  /** The exit code of the command, from that of the verdict. */
  exitCode(ofVerdict: number): number {
    return this.#isResultLost ? NO_RESULT : ofVerdict;
  }

  /** Names the files that could not be written, with the reason. Undefined: all were written. */
  get unwrittenText(): string | undefined {
    const names = [...this.unwritten.keys()];
    if (names.length === 0) return undefined;
    const all = [...this.unwritten.values()].map((reason) => reason.replace(/, \w+ '.*$/s, ""));
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
    const effect = this.#isResultLost
      ? "The result is lost, so the command ends with exit code 2. Correct this"
      : "The verdict is not affected. For complete results, correct this";
    return `Cannot write ${names.slice(0, MAX_NAMED).join(", ")}${more} into ${shownFile(this.path)}: ${[...new Set(all)].join("; ")}. ${effect} or name another folder by --out, and run again.`;
  }

  /** @returns whether the file was written */
  write(name: string, content: string): boolean {
    const file = join(this.path, name);
    const isWritten = this.#attempt(name, () => {
      if (name.includes("/")) ownFolder(dirname(file));
      writePrivate(file, content);
      return true;
    });
    return isWritten === true;
  }

  /** Notes a file that cannot be used. Its value is then undefined. */
  #attempt<T>(name: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!isOfDisk(error)) throw error;
      this.unwritten.set(name, error.message);
      return undefined;
    }
  }

  #refusal(why: string): ResultFolderError {
    return new ResultFolderError(`Cannot write results into ${shownFile(this.path)}: ${why}`);
  }
}

/** Any other error is a defect of the suite. */
function isOfDisk(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return "syscall" in error || error instanceof HistoryError;
}
