import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileOfProfile } from "../../profile/yaml/profile-location.ts";
import { runResultSchema } from "../../reporters/stored/run-result-schema.ts";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const reference = readFileSync(fileOfProfile("reference"), "utf8");

test("an observation can be pinned, and is then checked", { timeout: 60_000 }, async () => {
  const cwd = temporaryFolder();
  const profile = join(cwd, "ours.yaml");
  writeFileSync(profile, `# ours\n${reference}`);
  const args = [
    "observe",
    "register.effect",
    "disable.effect",
    "--profile",
    profile,
    "--pin",
    "register",
    "--out",
    "seen",
  ];
  const observed = await runBin(args, { cwd });
  expect(observed).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("1 pin written into ours.yaml."),
  });
  expect(observed.stdout).toMatch(/§2\.1\n {2}register\.effect .*\n {6}status after .*: 1\n/);
  const text = readFileSync(profile, "utf8");
  expect(text).toContain(`# ours\n${reference}pins:\n  # §2.1, §3.2: What register does to`);
  const result = runResultSchema.parse(
    JSON.parse(readFileSync(join(cwd, "seen", "observations.json"), "utf8")),
  );
  expect(result.observations.map(({ requirement, value }) => [requirement, value])).toMatchObject([
    ["register.effect", { value: { "status after another": 1 }, stable: true }],
    ["disable.effect", { value: { "a second time": "accepted" }, stable: true }],
  ]);
});
