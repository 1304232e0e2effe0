import { join } from "node:path";
import { expect, test } from "vitest";
import { loadWaivers } from "./load-waivers.ts";
import { directory } from "../testing/profile-text.ts";

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

test("loadWaivers says which file it cannot read", async () => {
  await expect(loadWaivers(join(directory, "missing.yaml"))).rejects.toThrow(
    /missing\.yaml:1:1 {2}Cannot read the file/,
  );
});
