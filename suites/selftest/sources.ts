import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { packageRoot } from "../../lib/package/package-root.ts";

/** The files of `lib` and `suites` in TypeScript or JavaScript, by their paths from the root. */
export const sourceFiles: readonly string[] = ["lib", "suites"].flatMap((folder) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file).replaceAll(sep, "/"))
    .filter((file) => /\.[jt]s$/.test(file)),
);

export function readSource(file: string): string {
  return readFileSync(join(packageRoot, file), "utf8");
}
