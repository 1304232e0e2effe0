import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { putGiant, putLink, putPipe } from "../testing/irregular-files.ts";
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

/** A copy of good results with another thing instead of a file. */
function replaced(file: string, put: (file: string) => void): string {
  const folder = join(temporaryFolder(), "results");
  cpSync(good, folder, { recursive: true });
  rmSync(join(folder, file));
  put(join(folder, file));
  return folder;
}

test.each([
  ["a pipe", putPipe, "it is not a regular file"],
  ["a link", putLink, "it is a link"],
  ["a gigabyte", putGiant, "it is larger than"],
] as const)("%s instead of a file is not read", async (_, put, says) => {
  const compared = await runBin(["compare", good, replaced(RESULT, put)]);
  expect(compared).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
  const page = await runBin([
    "run",
    "versioning",
    "--depth",
    "quick",
    "--html",
    "--out",
    replaced("history.jsonl", put),
  ]);
  expect(page).toMatchObject({ code: 0, stderr: expect.stringContaining(says) });
});

test.each([
  ["a pipe", putPipe, "it is not a regular file"],
  ["a gigabyte", putGiant, "it is larger than"],
] as const)("%s is not read either where the user names it", async (_, put, says) => {
  const file = join(temporaryFolder(), "named.json");
  put(file);
  for (const args of [
    ["compare", good, file],
    ["replay", file],
  ]) {
    const { code, stdout, stderr } = await runBin(args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
  }
});

test.each([
  ["garbage with escapes", /^/, "\u001b[31mGARBAGE\u0007", "is not valid JSON"],
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

test.each([
  ["garbage", "\u001b[31mgarbage\n"],
  ["other JSON", '{"uuid":1,"testResults":null}\n'],
])("a history of %s costs neither the page nor the verdict", async (_, text) => {
  const out = changed("history.jsonl", /^/, text);
  const { code, stdout } = await runBin(["run", "versioning", "--depth", "quick", "--html", "--out", out]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Verdict   conformant") });
  const page = readFileSync(join(out, "report.html"), "utf8");
  expect(page).toContain("</html>");
  expect(page).not.toMatch(ACTIVE);
});
