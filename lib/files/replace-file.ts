import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.ts";

/**
 * Writes a file of the user, completely or not at all. Keeps its mode, and a link that leads to it.
 * @throws an error of the file system
 */
export function replaceFile(file: string, content: string): void {
  if (!existsSync(file)) return renamedInto(file, content);
  const place = realpathSync(file);
  return renamedInto(place, content, statSync(place).mode);
}

/**
 * Writes a file of a run that only its owner can read, completely or not at all. Makes its folders. Replaces
 * a file or link with its name, and never the target of a link.
 * @throws an error of the file system
 */
export function writePrivate(file: string, content: string): void {
  makeFolder(dirname(file));
  renamedInto(file, content, 0o600);
}

function renamedInto(place: string, content: string, mode?: number): void {
  const draft = `${place}.${process.pid}.part`;
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, content, { flag: "wx", ...(mode !== undefined && { mode }) });
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
