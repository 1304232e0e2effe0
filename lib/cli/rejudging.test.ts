import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReference } from "../reference/reference.ts";
import { conformantRules } from "../reference/rules/rules.ts";
import { serveReference } from "../reference/serve-reference.ts";
import { findMutant } from "./serve/find-mutant.ts";
import { readResult, runBin } from "./testing/run-bin.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const MERCHANTS = [
  { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" },
  { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
];
const RECORDING = "evidence/recording.ndjson";

/** The results of a run at a server that is gone. */
const recorded = mkdtempSync(join(tmpdir(), "card-issuing-conformance-rejudging-"));
afterAll(() => {
  for (const folder of [recorded, `${recorded}-rejudged`]) rmSync(folder, { recursive: true, force: true });
});

beforeAll(async () => {
  const rules = findMutant("accepts-ftp").apply(conformantRules);
  const server = await serveReference(createReference({ merchants: MERCHANTS, rules }));
  const selectors = ["callback-url.https-only", "register.replaces", "concurrency.ends-whole"];
  const args = ["run", ...selectors, "--base-url", server.url, "--depth", "quick", "--out", recorded];
  await runBin(args);
  await server.close();
});

test("a run is judged again when its target is gone, and says so", async () => {
  const { code, stdout } = await runBin(["run", "--from", recorded]);
  const [first, again] = [readResult(recorded), readResult(`${recorded}-rejudged`)];
  const said = `the run of ${first.startedAt} in ${recorded}, judged again; nothing is sent`;
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringContaining(`Requests  none: this is ${said}`),
  });
  expect(again).toMatchObject({
    rejudged: { from: recorded, startedAt: first.startedAt },
    target: first.target,
    requests: { sent: 0, retried: 0, rateLimited: 0 },
    restored: [],
  });
  const judged = ({ checks }: typeof first) =>
    checks.map(({ requirement, verdict, violation }) => ({ requirement, verdict, violation }));
  expect(judged(again)).toEqual(judged(first));
  const summary = readFileSync(join(`${recorded}-rejudged`, "summary.md"), "utf8");
  expect(summary).toContain(", judged again; nothing is sent.");
});

/** A line of the history whose run has shown these statuses. */
function showing(line: string, statuses: readonly string[]): string {
  const run = JSON.parse(line);
  return JSON.stringify({ ...run, words: { ...run.words, statuses } });
}

test("what transactions had shown in earlier nights counts again, and what they have shown since does not", async () => {
  const out = temporaryFolder();
  const args = ["transaction.statuses", "--depth", "quick"];
  const history = join(out, "history.jsonl");
  expect(await runBin(["run", ...args, "--out", out])).toMatchObject({ code: 0 });
  writeFileSync(history, `${showing(readFileSync(history, "utf8"), ['"Of yesterday"'])}\n`);
  expect(await runBin(["run", ...args, "--out", out])).toMatchObject({ code: 1 });
  const [yesterday = "", today = ""] = readFileSync(history, "utf8").split("\n");
  const again = async () => runBin(["run", "--from", out, "--out", `${out}-again`]);
  expect(await again()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("(1 of them known from earlier runs, in history.jsonl)"),
  });
  writeFileSync(history, `${showing(yesterday, [])}\n${today}\n`);
  expect(await again()).toMatchObject({ code: 0 });
  rmSync(`${out}-again`, { recursive: true });
});

test("what is never recorded is uncovered, and no field of a profile would cover it", async () => {
  const out = temporaryFolder();
  const selectors = ["scopes.envelope", "delivery.reaches-callback-url"];
  const { stdout } = await runBin(["run", ...selectors, "--from", recorded, "--out", out]);
  expect(stdout).toMatch(
    /delivery \(1\), scopes \(1\): A recording holds neither deliveries nor exchanges with an MCP service/,
  );
  expect(stdout).toContain("nothing was judged: 2 were never recorded");
  expect(stdout).not.toContain("of the profile");
});

test("a selector, --skip and --out choose what is judged again, and where it goes", async () => {
  const out = temporaryFolder();
  const args = [
    "run",
    "callback-url",
    "register",
    "--skip",
    "callback-url",
    "--from",
    recorded,
    "--out",
    out,
  ];
  const { code } = await runBin([...args, "--format", "json"], { env: { CONFORMANCE_DEPTH: "deep" } });
  const ids = readResult(out).checks.map(({ requirement }) => requirement);
  expect({ code, depth: readResult(out).depth }).toEqual({ code: 3, depth: "quick" });
  expect(ids).toContain("register.replaces");
  expect(ids.filter((id) => id.startsWith("callback-url"))).toEqual([]);
});

test.each([
  [
    "another version",
    [[0, '"recordingVersion":1', '"recordingVersion":2']],
    `${RECORDING}:1: it is a recording of version 2`,
  ],
  ["a damaged line", [[5, "{", ""]], `${RECORDING}:6: `],
  ["a line that is none of ours", [[3, '"asked"', '"sent"']], `${RECORDING}:4: `],
] as const)("2: %s", async (_, changes, says) => {
  const folder = temporaryFolder();
  cpSync(recorded, folder, { recursive: true });
  const lines = readFileSync(join(folder, RECORDING), "utf8").split("\n");
  for (const [line, from, to] of changes) lines[line] = (lines[line] ?? "").replace(from, to);
  writeFileSync(join(folder, RECORDING), lines.join("\n"));
  const { code, stdout, stderr } = await runBin(["run", "--from", folder]);
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
  expect(stderr).toMatch(/run against the target again|use the version/);
});

test("a line that was cut off at the end is where the run was killed: what stands before it is judged", async () => {
  const [folder, out] = [temporaryFolder(), temporaryFolder()];
  cpSync(recorded, folder, { recursive: true });
  const file = join(folder, RECORDING);
  const text = readFileSync(file, "utf8");
  const atEnd = text.slice(0, text.lastIndexOf('{"check":"callback-url.https-only"'));
  writeFileSync(file, `${atEnd}{"asked":{"method":"PO`);
  const { code, stderr } = await runBin(["run", "--from", folder, "--out", out]);
  expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
  const verdicts = readResult(out).checks.map(({ requirement, verdict }) => `${requirement} ${verdict}`);
  expect(verdicts).toContain("register.replaces passed");
  expect(verdicts).toContain("callback-url.https-only inconclusive");
});

test.each([
  [["--from", "no-such-folder"], "there is no no-such-folder/evidence/recording.ndjson"],
  [["--from", "x", "--depth", "deep"], "cannot be used with option '--depth"],
  [["--from", "x", "--base-url", "https://issuer.example"], "cannot be used with option '--base-url"],
  [["--from", "x", "--profile", "reference"], "cannot be used with option '--profile"],
  [["--from", "x", "--seed", "2"], "cannot be used with option '--seed"],
])("2: run %j", async (args, says) => {
  const { code, stdout, stderr } = await runBin(["run", ...args]);
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
});

test("2: results that would be written over the recording", async () => {
  const { code, stderr } = await runBin(["run", "--from", recorded, "--out", recorded]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("choose another --out") });
});
