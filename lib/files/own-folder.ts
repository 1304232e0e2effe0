import { lstatSync, rmSync } from "node:fs";
import { makeFolder } from "./make-folder.ts";

/**
 * Makes a folder inside a folder of results that only its owner can read. Removes a link with its name, so
 * that nothing is written elsewhere.
 * @throws an error of the file system
 */
export function ownFolder(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(folder);
  makeFolder(folder);
}
