import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder that holds `lib`, `suites` and `config`: the checkout, or `dist` of the packed package. */
export const packageRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Folder of the checks. */
export const suitesFolder = join(packageRoot, "suites");

/** Name and version of this package. */
export function suiteIdentity(): { readonly name: string; readonly version: string } {
  const file = findPackageJSON(import.meta.url);
  const content: unknown = file === undefined ? undefined : JSON.parse(readFileSync(file, "utf8"));
  if (!isIdentity(content))
    throw new Error(`Cannot read the version of this package: ${file ?? "no package.json"}`);
  return { name: content.name, version: content.version };
}

function isIdentity(content: unknown): content is { name: string; version: string } {
  return (
    typeof content === "object" &&
    content !== null &&
    "name" in content &&
    typeof content.name === "string" &&
    "version" in content &&
    typeof content.version === "string"
  );
}
