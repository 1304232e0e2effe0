import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Judgement } from "../engine/result.ts";
import { shownFile } from "../files/shown-file.ts";
import { badgeOf } from "./badge.ts";
import { capsuleCommand, capsuleName } from "./capsule-command.ts";
import type { Capsule } from "./capsule.ts";
import { HistoryError } from "./history/history-error.ts";
import { junitXml } from "./junit-xml.ts";
import { ownFolder } from "../files/own-folder.ts";
import { ResultFolderError } from "./result-folder-error.ts";
import { foreignEntry, MARK, MARK_TEXT } from "./result-mark.ts";
import type { RunResult } from "./run-result.ts";
import { summaryMarkdown } from "./summary-markdown.ts";
import { toJson } from "./to-json.ts";
import { writePrivate } from "../files/write-private.ts";

/** What a new run removes. */
const REPLACED = [
  "conformance.json",
  "junit.xml",
  "summary.md",
  "badge.json",
  "report.html",
  "catalogue.html",
  "evidence",
  "capsules",
  "allure-results",
];

/** The folder that a run leaves behind. No link inside it is followed; a file that cannot be written is noted, and the run goes on. */
export class ResultFolder {
  readonly path: string;
  /** What could not be written, and why. */
  readonly unwritten = new Map<string, string>();

  /** @param path absolute, or relative to the working directory. */
  constructor(path: string) {
    this.path = path;
  }

  /**
   * Makes the folder and marks it as one of results: what cannot be written is found out before anything is sent.
   * @throws {ResultFolderError} when it holds something else, or cannot be written.
   */
  open(): void {
    let foreign: string | undefined;
    try {
      foreign = foreignEntry(this.path);
      if (foreign === undefined) {
        mkdirSync(this.path, { recursive: true, mode: 0o700 });
        writePrivate(join(this.path, MARK), MARK_TEXT);
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw this.#refusal(`${why}; make it writable, or name another folder by --out`);
    }
    if (foreign === undefined) return;
    throw this.#refusal(
      `it holds ${foreign} and is no folder of results; name a new or an empty one by --out`,
    );
  }

  /** Removes what an earlier run left, and nothing else. */
  clear(): void {
    for (const name of REPLACED) {
      try {
        rmSync(join(this.path, name), { recursive: true, force: true });
      } catch (error) {
        this.#note(name, error);
      }
    }
  }

  /** Where the exchanges of a check are kept. */
  evidenceFile(requirement: string): string {
    return join(this.path, "evidence", `${requirement}.json`);
  }

  /** Keeps the exchanges of a check, and which others it was judged on; nothing where there is neither. */
  keepEvidence({ requirement, result, exchanges }: Judgement): void {
    const heardIn = "verdict" in result ? result.heardIn : undefined;
    if (exchanges.length === 0 && heardIn === undefined) return;
    const evidence = { requirement, ...(heardIn !== undefined && { heardIn }), exchanges };
    this.write(`evidence/${requirement}.json`, toJson(evidence));
  }

  /** Keeps what shows a failure again, and says by which command; undefined when it could not be kept. */
  keepCapsule(capsule: Capsule): string | undefined {
    const { requirement } = capsule;
    if (!this.write(capsuleName(requirement), toJson(capsule))) return undefined;
    return capsuleCommand(this.path, requirement);
  }

  writeResult(result: RunResult, judgements: readonly Judgement[]): void {
    this.write("conformance.json", toJson(result));
    this.write("junit.xml", junitXml(result, judgements));
    this.write("summary.md", summaryMarkdown(result, judgements));
    this.write("badge.json", toJson(badgeOf(result)));
  }

  /** @returns whether the file was written */
  write(name: string, content: string): boolean {
    const file = join(this.path, name);
    try {
      if (name.includes("/")) ownFolder(dirname(file));
      writePrivate(file, content);
      return true;
    } catch (error) {
      this.#note(name, error);
      return false;
    }
  }

  /** Lets somebody else write a file or folder. @returns whether it was written */
  async attempt(name: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#note(name, error);
      return false;
    }
  }

  #note(name: string, error: unknown): void {
    if (!isOfDisk(error)) throw error;
    this.unwritten.set(name, error.message);
  }

  #refusal(why: string): ResultFolderError {
    return new ResultFolderError(`Cannot write results into ${shownFile(this.path)}: ${why}`);
  }
}

/** Anything else is a defect of ours. */
function isOfDisk(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return "syscall" in error || error instanceof HistoryError;
}
