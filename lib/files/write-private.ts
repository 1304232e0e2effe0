import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.ts";

/**
 * Writes a file of a run that only its owner can read, completely or not at all. Makes its folders. Replaces
 * a file or link with its name, and never the target of a link.
 * @throws an error of the file system
 */
export function writePrivate(file: string, content: string): void {
  const draft = `${file}.${process.pid}.part`;
  makeFolder(dirname(file));
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: "wx" });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
