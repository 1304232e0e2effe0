import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleCheck, exampleHeader } from "../../reporters/testing/example-result.ts";
import { runBin } from "../testing/run-bin.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** A folder with a profile called target, and the result of a run of it with one failure. */
function withFailure(): string {
  const cwd = temporaryFolder();
  const header = { target: { ...exampleHeader.target, name: "target" } };
  writeFileSync(join(cwd, "profile.yaml"), PROFILE);
  storeResult(join(cwd, "result.json"), [ROOT], { header });
  return cwd;
}

const PROFILE =
  "name: target\nbaseUrl: embedded\nauth: { mode: api-key }\nmerchants: [{ name: a, apiKey: key-of-a }]\n";

const ROOT = exampleCheck("callback-url.https-only", { verdict: "failed" });
const NEXT_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

async function waive(cwd: string, given: Readonly<Record<string, string>> = {}) {
  const terms = { owner: "payments", reason: "known: see ticket", expires: NEXT_MONTH };
  const options = { profile: "profile.yaml", ...terms, ...given };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return runBin(["waive", "result.json", ...args], { cwd });
}

test.each([
  ["the file", "waivers.yaml", "waivers.yaml"],
  ["a dangling file", "gone.yaml", "gone.yaml"],
  ["its folder", "folder/waivers.yaml", "folder"],
])("a link is refused, and nothing behind it changes: %s", async (_, into, link) => {
  const cwd = withFailure();
  const elsewhere = temporaryFolder();
  const theirs = join(elsewhere, "waivers.yaml");
  writeFileSync(theirs, "# Theirs.\n");
  symlinkSync(elsewhere, join(cwd, "folder"));
  symlinkSync(theirs, join(cwd, "waivers.yaml"));
  symlinkSync(join(elsewhere, "gone.yaml"), join(cwd, "gone.yaml"));
  for (const named of [PROFILE, `${PROFILE}waivers: ${into}\n`]) {
    writeFileSync(join(cwd, "profile.yaml"), named);
    const { code, stderr } = await waive(cwd, named === PROFILE ? { into } : {});
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Cannot write ${into}: ${link} is a symbolic link\n`,
    });
  }
  expect(readdirSync(elsewhere)).toEqual(["waivers.yaml"]);
  expect(readFileSync(theirs, "utf8")).toBe("# Theirs.\n");
});
