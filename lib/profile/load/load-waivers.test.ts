import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadWaivers } from "./load-waivers.ts";
import { ProfileError } from "../fields/profile-error.ts";
import { directory } from "../testing/profile-text.ts";

const folder = mkdtempSync(join(tmpdir(), "waivers-"));
afterAll(() => rmSync(folder, { recursive: true }));

function written(text: string): string {
  const file = join(folder, "waivers.yaml");
  writeFileSync(file, text);
  return file;
}

test("loadWaivers gives each waiver and its place", async () => {
  expect(await loadWaivers(join(directory, "waivers.yaml"))).toEqual([
    {
      requirement: "register.updates-url",
      reason: "fixed in the next release",
      owner: "platform-team",
      expires: "2026-12-31",
      at: { file: "lib/profile/testing/waivers.yaml", line: 1, column: 16 },
    },
  ]);
});

test("loadWaivers refuses a second waiver, a missing owner and a date that does not exist", async () => {
  const entry = "{ requirement: a.b, reason: r, owner: o, expires: 2026-12-31 }";
  const text = `- ${entry}\n- ${entry}\n- { requirement: c.d, reason: r, expires: 2026-02-30 }\n`;
  const error: unknown = await loadWaivers(written(text)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProfileError);
  expect(
    String(error)
      .split("\n")
      .map((line) => line.replace(/^.*waivers\.yaml:/, "")),
  ).toEqual([
    "2:18  [1].requirement  expected one waiver per requirement (got a second one, after [0])",
    "3:3  [2].owner  expected a string (got nothing)",
    '3:43  [2].expires  expected a date such as 2026-12-31 (got "2026-02-30")',
  ]);
});

test("loadWaivers says which file it cannot read", async () => {
  await expect(loadWaivers(join(folder, "missing.yaml"))).rejects.toThrow(
    /missing\.yaml:1:1 {2}Cannot read the file/,
  );
});
