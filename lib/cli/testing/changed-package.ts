import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../package/package-root.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A change of one file: the path below the root, a text of it that occurs once, and the text instead. */
export interface SourceChange {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The root of a copy of this package with other sources, as a later release may have. */
export function changedPackage(changes: readonly SourceChange[]): string {
  const root = temporaryFolder();
  for (const name of ["lib", "suites", "config", "package.json"])
    cpSync(join(packageRoot, name), join(root, name), { recursive: true });
  symlinkSync(join(packageRoot, "node_modules"), join(root, "node_modules"));
  for (const { file, from, to } of changes) {
    const path = join(root, file);
    const parts = readFileSync(path, "utf8").split(from);
    if (parts.length !== 2)
      throw new Error(`Cannot change ${file}: ${from} occurs ${parts.length - 1} times`);
    writeFileSync(path, parts.join(to));
  }
  return root;
}
