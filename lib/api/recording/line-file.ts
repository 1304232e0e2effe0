import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { ownFolder } from "../../reporters/own-folder.ts";

/**
 * A new file of JSON lines, which only its owner may read. Each line is handed to the system at once, so that it is there
 * whatever becomes of this process. Where the disk refuses one, the file ends with the line before.
 */
export class LineFile {
  #descriptor: number | undefined;
  #bytes = 0;
  #problem: string | undefined;

  /** What has the name already is replaced: a link too, never what it leads to. */
  constructor(file: string) {
    try {
      ownFolder(dirname(file));
      rmSync(file, { force: true });
      this.#descriptor = openSync(file, "ax", 0o600);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** Why nothing is appended any more; undefined while everything is. */
  get problem(): string | undefined {
    return this.#problem;
  }

  append(value: unknown): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      for (let at = 0; at < line.length;) at += writeSync(descriptor, line, at);
      this.#bytes += line.length;
    } catch (error) {
      this.#giveUp(error);
      ftruncateSync(descriptor, this.#bytes);
      closeSync(descriptor);
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #giveUp(error: unknown): void {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    this.#descriptor = undefined;
    this.#problem = error.message;
  }
}
