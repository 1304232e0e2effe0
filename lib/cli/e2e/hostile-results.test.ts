import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const RESULT = "conformance.json";
const DEEP = "[".repeat(200_000) + "]".repeat(200_000);
/** Characters that a terminal obeys. */
// oxlint-disable-next-line no-control-regex -- what must not come through
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u202e]/;

const parent = mkdtempSync(join(tmpdir(), "card-issuing-conformance-hostile-results-"));
const good = join(parent, "good");
afterAll(() => rmSync(parent, { recursive: true, force: true }));
beforeAll(async () => {
  await runBin(["run", "versioning", "--depth", "quick", "--html", "--out", good]);
});

/** A copy of good results with one text of one file replaced. */
function changed(file: string, from: string | RegExp, to: string): string {
  const folder = join(temporaryFolder(), "results");
  cpSync(good, folder, { recursive: true });
  const text = readFileSync(join(folder, file), "utf8");
  const other = text.replace(from, () => to);
  expect(other).not.toBe(text);
  writeFileSync(join(folder, file), other);
  return folder;
}

test("a link instead of a result is not read", async () => {
  const folder = changed(RESULT, "{", "{ ");
  rmSync(join(folder, RESULT));
  symlinkSync(join(good, RESULT), join(folder, RESULT));
  const stderr = expect.stringContaining("it is a link");
  expect(await runBin(["compare", good, folder])).toMatchObject({ code: 2, stdout: "", stderr });
});

test.each([
  ["garbage with escapes", /^/, "\u001b[31mGARBAGE\u0007", "is not JSON"],
  [
    "values nested deeply",
    '"observations": [',
    `"observations": [{"requirement":"limits.latency","value":${DEEP}},`,
    "too deeply",
  ],
] as const)("compare: %s", async (_, from, to, says) => {
  const { code, stdout, stderr } = await runBin(["compare", good, changed(RESULT, from, to)]);
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
  expect(stderr).not.toMatch(ACTIVE);
});

const WAIVE = ["--profile", "ours.yaml", "--owner", "us", "--reason", "known", "--expires", nextMonth()];

test.each([
  ["compare", ["compare", good, "BAD"]],
  ["waive", ["waive", "BAD", ...WAIVE]],
  ["export", ["export", "har", "BAD"]],
  ["board", ["board", `BAD/${RESULT}`, "--out", join(parent, "board.html")]],
])("%s refuses a result whose verdict its checks contradict", async (_, args) => {
  const bad = changed(RESULT, '"exitCode": 0', '"exitCode": 1');
  const { code, stdout, stderr } = await runBin(args.map((arg) => arg.replace("BAD", bad)));
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(
    /conformance\.json: it contradicts itself: its verdict is conformant-partial, but its exit code is 1\n$/,
  );
});

function nextMonth(): string {
  return new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
}
