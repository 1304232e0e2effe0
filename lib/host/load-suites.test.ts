import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { loadSuites, suiteFiles, suiteFolders } from "./load-suites.ts";

function suites(): string {
  const folder = temporaryFolder();
  for (const name of ["webhook", "auth", "selftest"]) mkdirSync(join(folder, name));
  const files = ["webhook/register.ts", "auth/api-key.js", "envelope.ts"];
  const others = ["conformance.test.ts", "selftest/mutants.ts", "envelope.d.ts", "README.md"];
  for (const file of [...files, ...others])
    writeFileSync(join(folder, file), `export const name = "${file}";`);
  return folder;
}

test("files of checks are those that are neither tests, nor of the selftest, nor declarations", () => {
  expect(suiteFiles(suites())).toEqual(["auth/api-key.js", "envelope.ts", "webhook/register.ts"]);
});

test("folders that hold checks are found", () => {
  expect(suiteFolders(suites())).toEqual(["auth", "webhook"]);
});

test("every file is loaded with its path and its exports", async () => {
  const modules = await loadSuites(suites());
  expect(modules.map(({ path, exports }) => [path, exports["name"]])).toEqual([
    ["auth/api-key.js", "auth/api-key.js"],
    ["envelope.ts", "envelope.ts"],
    ["webhook/register.ts", "webhook/register.ts"],
  ]);
});
