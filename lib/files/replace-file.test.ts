import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { replaceFile } from "./replace-file.ts";

test("a reader of the old file never sees a part of the new one", () => {
  const file = join(temporaryFolder(), "waivers.yaml");
  writeFileSync(file, "old", { mode: 0o640 });
  const old = openSync(file, "r");
  onTestFinished(() => closeSync(old));
  replaceFile(file, "new");
  expect(readFileSync(old, "utf8")).toBe("old");
  expect(readFileSync(file, "utf8")).toBe("new");
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("a link stays, and the file behind it is replaced", () => {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, "shared.yaml"), join(folder, "waivers.yaml")];
  writeFileSync(file, "old");
  symlinkSync(file, link);
  replaceFile(link, "new");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, "utf8")).toBe("new");
});

test("a new file is written; a failure leaves nothing behind", () => {
  const folder = temporaryFolder();
  replaceFile(join(folder, "new.yaml"), "new");
  mkdirSync(join(folder, "taken"));
  expect(() => replaceFile(join(folder, "taken"), "new")).toThrow("EISDIR");
  expect(readdirSync(folder).toSorted()).toEqual(["new.yaml", "taken"]);
});
