import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileOfProfile } from "../../profile/profile-location.ts";
import { runResultSchema } from "../../reporters/run-result-schema.ts";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const reference = readFileSync(fileOfProfile("reference"), "utf8");

test("observe announces that it raises the depth quick", async () => {
  const args = ["observe", "envelope.success-code", "--depth", "quick", "--out", temporaryFolder()];
  const raised = expect.stringContaining("Observing at depth standard: depth quick omits");
  expect(await runBin(args)).toMatchObject({ code: 0, stderr: raised });
  expect(await runBin([...args, "--quiet"])).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining("depth"),
  });
});

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
    stderr: expect.stringContaining("1 pins written into ours.yaml."),
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

  const judge = async (out: string) =>
    runBin(["run", "envelope.success-code", "--depth", "quick", "--profile", profile, "--out", out], { cwd });
  expect((await judge("kept")).code).toBe(0);
  writeFileSync(profile, text.replace("envelope.success-code: 0", "envelope.success-code: 7"));
  const broken = await judge("broken");
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(/envelope\.success-code.*failed · pinned/);

  const compared = await runBin(["compare", "kept", "broken"], { cwd });
  expect(compared.code).toBe(1);
  expect(compared.stdout).toContain("passed → failed");
  const back = await runBin(["compare", "broken", "kept", "--format", "json"], { cwd });
  expect(back.code).toBe(0);
  expect(JSON.parse(back.stdout)).toMatchObject({ regression: false, verdicts: [{ after: "passed" }] });
  const profiles = await runBin(["compare", "ours.yaml", "seen"], { cwd });
  expect(profiles.stdout).toContain("envelope.success-code\n    7 → 0");
  const unpinned = await runBin(["compare", "kept", "reference"], { cwd });
  expect(unpinned.stdout).toContain(
    "The profile reference has no pins, so there is no observation to compare.",
  );
  expect(unpinned.stdout).not.toMatch(/null/);
});

test.each([
  [["observe", "register.stores"], "Cannot observe register.stores"],
  [["observe", "--pin"], "Cannot pin into the profile reference"],
  [["observe", "--pin", "envelop"], 'Did you mean "envelope"?'],
  [["compare", "nowhere", "reference"], "Cannot read nowhere: there is no such file or folder"],
  [["compare", "reference", "."], "contains neither conformance.json nor observations.json"],
])("%j is refused", async (args, sentence) => {
  const { code, stderr } = await runBin(args, { cwd: temporaryFolder() });
  expect(stderr).toContain(sentence);
  expect(code).toBe(2);
});
