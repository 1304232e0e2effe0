import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitest/config";
import selftest from "./selftest.config.ts";

const ROOT = join(import.meta.dirname, "..");

/** The tests that write files, for `npm run pins`. A helper that writes one counts for all tests beside it. */
const pinning = ["lib", "suites"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter(
    (file) => file.endsWith(".ts") && readFileSync(join(ROOT, file), "utf8").includes("toMatchFileSnapshot"),
  )
  .map((file) => (file.endsWith(".test.ts") ? file : join(dirname(file), "*.test.ts")));

/** `JUDGES_ALL` makes tests that judge a sample judge everything. */
export default defineConfig({ test: { ...selftest.test, include: pinning, env: { JUDGES_ALL: "yes" } } });
