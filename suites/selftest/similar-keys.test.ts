import { expect, test } from "vitest";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

test.each([
  ["in the last character", "sandbox-key-a", "sandbox-key-b"],
  ["in their length", "sandbox-key", "sandbox-keyx"],
  ["in letter case", "sandbox-key", "SANDBOX-KEY"],
])("merchants whose keys differ %s alone accuse no server", async (_, alpha, beta) => {
  const merchants = [
    { name: "alpha", apiKey: alpha },
    { name: "beta", apiKey: beta },
  ];
  const report = await judgeReference({ facts: { merchants }, selectors: ["api-key"] });
  expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
  expect(idsWith(report, "passed")).toContain("api-key.one-character-off");
});
