import { mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { makeFolder } from "./make-folder.ts";

test("a folder and those around it are made for their owner alone, and one that exists stays", () => {
  const folder = join(temporaryFolder(), "a/b/c");
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
});

test.each(["/proc/none/such", "/proc/1/none/such"])(
  "below %s, where no folder can be made, it ends with an error",
  (folder) => {
    expect(() => makeFolder(folder)).toThrow(/E(NOENT|ACCES|PERM)/);
  },
);

test("a link that leads nowhere is no folder", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "real"));
  symlinkSync(join(folder, "none"), join(folder, "link"));
  expect(() => makeFolder(join(folder, "link/below"))).toThrow(/EEXIST|ENOENT/);
});
