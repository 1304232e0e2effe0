import { expect, test } from "vitest";
import { mutants } from "../../lib/cli/mutants.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

const mutant = mutants.find(({ name }) => name === "ignores-the-letter-case-of-the-key");

async function failedWith(alpha: string, beta: string): Promise<readonly string[]> {
  const merchants = [
    { name: "alpha", apiKey: alpha },
    { name: "beta", apiKey: beta },
  ] as const;
  if (mutant === undefined) throw new Error("Cannot judge: there is no such mutant");
  return idsWith(await judgeReference({ mutant, facts: { merchants: [...merchants] } }), "failed");
}

test.each([
  ["UUIDs", "2f9a41c0-7d3e-4b58-9c6f-0a1b2c3d4e5f", "7c1de0a9-2b4f-4e63-8d70-9f8e7d6c5b4a"],
  ["hexadecimal", "2f9a41c07d3e4b589c6f0a1b2c3d4e5f", "7c1de0a92b4f4e638d709f8e7d6c5b4a"],
])("where keys are %s, their letter case need not count", async (_, alpha, beta) => {
  expect(await failedWith(alpha, beta)).toEqual([]);
});

test("where they are words, it does", async () => {
  expect(await failedWith("alpha-key-of-words", "beta-key-of-words")).toContain("api-key.case-changed");
});
