import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readBeginning } from "../files/read-regular-file.ts";

/** The file that marks a folder of results. */
export const MARK = ".card-issuing-conformance";
/** The text of the mark. */
export const MARK_TEXT =
  "Results of card-issuing-conformance. The next run that writes here replaces them.\n";

const BEGINNING_BYTES = 64 * 1024;
const NAMES_SUITE = /"suite":\s*\{\s*"name":\s*"card-issuing-conformance"/;
/** Files that name the suite at the beginning. */
const NAMING = ["conformance.json", "observations.json", "history.jsonl"];
/** Files that a repository or a desktop puts into an empty folder. */
const NOTHING = new Set([".gitkeep", ".gitignore", ".DS_Store"]);

/**
 * The content of a folder that is neither empty nor a folder of results. Undefined: results may be written
 * there.
 * @throws an error of the file system
 */
export function foreignEntry(folder: string): string | undefined {
  const found = lstatSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
  const entry = found.find((name) => !NOTHING.has(name));
  return entry === undefined || isOurs(folder) ? undefined : entry;
}

function isOurs(folder: string): boolean {
  if (lstatSync(join(folder, MARK), { throwIfNoEntry: false })?.isFile() === true) return true;
  return NAMING.some((name) => NAMES_SUITE.test(readBeginning(join(folder, name), BEGINNING_BYTES)));
}
