import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../lib/package/package-root.ts";

/** Written by hand, in the language that the test of pages holds. */
export const HAND_WRITTEN_PAGES = [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(join(packageRoot, "config/guides")).map((file) => `config/guides/${file}`),
  "config/README.md",
  "suites/README.md",
  "reports/README.md",
  "lib/README.md",
  ".github/CONTRIBUTING.md",
  ".github/SECURITY.md",
];

/** Every page that the package contains. */
export const PRODUCT_PAGES = [
  ...HAND_WRITTEN_PAGES,
  "config/REFERENCE.md",
  "suites/mcp/MUSTS.md",
  "suites/webhook/callback-url/VALIDATORS.md",
];

export function readPage(file: string): string {
  return readFileSync(join(packageRoot, file), "utf8");
}
