import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The texts of all files below a folder, by their paths in it. */
export function textsBelow(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
}
