import { expect, test } from "vitest";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

test.each([
  ["in the last character", "sandbox-key-a", "sandbox-key-b"],
  ["in their length", "sandbox-key", "sandbox-keyx"],
  ["in letter case", "sandbox-key", "SANDBOX-KEY"],
  ["in a second half", "sandbox-key-a", "sandbox-key-a-and-more"],
  ["in a first half", "sandbox-key-a", "sandbox"],
])("merchants whose keys differ %s alone accuse no server", async (_, alpha, beta) => {
  const merchants = [
    { name: "alpha", apiKey: alpha },
    { name: "beta", apiKey: beta },
  ];
  const report = await judgeReference({ facts: { merchants }, depth: "standard" });
  expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
  expect(idsWith(report, "passed")).toContain("api-key.one-character-off");
});

test.each([
  ["letters", ["key-a", "key-b", "key-c", "key-d", "key-e", "key-f"]],
  ["numbers", Array.from({ length: 12 }, (_, index) => `key-${index + 1}`)],
  ["padded numbers", Array.from({ length: 9 }, (_, index) => `SANDBOX-KEY-000${index + 1}`)],
])("consecutive %s as keys of merchants that the profile does not name accuse no server", async (_, keys) => {
  const [first, ...others] = keys.map((apiKey, index) => ({ name: `merchant-${index}`, apiKey }));
  if (first === undefined) throw new Error("no key");
  const report = await judgeReference({
    facts: { merchants: [first] },
    unseen: others,
    selectors: ["api-key"],
  });
  expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
  expect(idsWith(report, "passed")).toEqual(
    expect.arrayContaining(["api-key.one-character-off", "api-key.truncated", "api-key.extended"]),
  );
});
