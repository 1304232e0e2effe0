import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileOfProfile } from "../../profile/profile-location.ts";
import { runResultSchema } from "../../reporters/run-result-schema.ts";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const reference = readFileSync(fileOfProfile("reference"), "utf8");

test("an observation can be pinned, and is then checked", { timeout: 60_000 }, async () => {
  const cwd = temporaryFolder();
  const profile = join(cwd, "ours.yaml");
  writeFileSync(profile, `# ours\n${reference}`);
  const observed = await runBin(
    [
      "observe",
      "envelope.success-code",
      "disable.second",
      "--profile",
      profile,
      "--pin",
      "envelope",
      "--out",
      "seen",
    ],
    { cwd },
  );
  expect(observed).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("1 pin written into ours.yaml."),
  });
  expect(observed.stdout).toMatch(/§7\n {2}envelope\.success-code .*\n {6}0\n/);
  const text = readFileSync(profile, "utf8");
  expect(text).toContain(`# ours\n${reference}pins:\n  # §7: The value of \`code\` on success.\n`);
  const result = runResultSchema.parse(
    JSON.parse(readFileSync(join(cwd, "seen", "observations.json"), "utf8")),
  );
  expect(result.observations.map(({ requirement, value }) => [requirement, value])).toEqual([
    ["envelope.success-code", { value: 0, stable: true }],
    ["disable.second-answer", { value: "accepted", stable: true }],
  ]);
});
