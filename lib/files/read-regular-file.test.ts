import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { readBeginning, readNamedFile, readRegularFile } from "./read-regular-file.ts";

/** Things that a reader of a file must not wait for, follow, or load. */
const IRREGULAR: readonly (readonly [what: string, put: (file: string) => void, says: string])[] = [
  [
    "1 GiB of nothing",
    (file) => {
      writeFileSync(file, "{");
      truncateSync(file, 2 ** 30);
    },
    "it is larger than 1 MiB",
  ],
  ["a link to a device without end", (file) => symlinkSync("/dev/zero", file), "it is a link"],
  ["a pipe without a writer", (file) => void execFileSync("mkfifo", [file]), "it is not a regular file"],
  ["a folder", (file) => mkdirSync(file), "it is not a regular file"],
];

test.each(IRREGULAR)("%s is not read", (_, put, says) => {
  const file = join(temporaryFolder(), "file");
  put(file);
  expect(() => readRegularFile(file, 1)).toThrow(says);
  expect(() => readNamedFile(file, 1)).toThrow(says.replace("it is a link", "it is not a regular file"));
  expect(readBeginning(file, 9)).toBe(says.includes("larger") ? `{${"\0".repeat(8)}` : "");
});

test("a link that the user names is followed", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "text");
  symlinkSync("file", join(folder, "link"));
  expect(readNamedFile(join(folder, "link"), 1)).toBe("text");
  expect(() => readRegularFile(join(folder, "missing"), 1)).toThrow("ENOENT");
});
