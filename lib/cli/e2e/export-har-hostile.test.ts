import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleCheck, exampleExchange, HOSTILE } from "../../reporters/testing/example-result.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { readArchive } from "../testing/read-archive.ts";
import { runBin } from "../testing/run-bin.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const CHECK = "register.replaces";
const EVIDENCE = `evidence/${CHECK}.json`;
const DEEP = "[".repeat(200_000) + "]".repeat(200_000);
const LARGE_BYTES = 1_000_000_000;
/** Characters and commands that a terminal or a build server executes. */
// oxlint-disable-next-line no-control-regex -- the output must not contain them
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|##\[/;

/** A folder of results with this evidence. */
function stored(evidence: string, ids: readonly string[] = [CHECK]): string {
  const folder = temporaryFolder();
  storeResult(
    join(folder, "conformance.json"),
    ids.map((id) => exampleCheck(id)),
  );
  mkdirSync(join(folder, "evidence"));
  writeFileSync(join(folder, EVIDENCE), evidence);
  return folder;
}

/** The text of an evidence file with one exchange, changed. */
function evidenceWith(changes: object, requirement = CHECK): string {
  return toJson({ requirement, exchanges: [{ ...exampleExchange, ...changes }] });
}

/** Exports a folder that must be refused, and returns the complaint. */
async function refused(folder: string): Promise<string> {
  const { code, stdout, stderr } = await runBin(["export", "har", folder]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^Cannot (?:export|read) /);
  expect(stderr).not.toMatch(ACTIVE);
  return stderr;
}

test.each([
  ["markup and control characters", { failure: `${HOSTILE}##[error]`, caller: HOSTILE, label: HOSTILE }, 200],
  ["a time that goes back", { durationMs: -5 }, 200],
  ["no answer", { answer: undefined, failure: HOSTILE }, 0],
  ["a member of a later version", { "\u202emarked": 1 }, 200],
  [
    "names that objects have",
    { request: { ...exampleExchange.request, headers: [["__proto__", "x"]] } },
    200,
  ],
])("an exchange with %s is exported, and does nothing to a terminal", async (_, changes, status) => {
  const { code, stdout } = await runBin(["export", "har", stored(evidenceWith(changes))]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringMatching(ACTIVE) });
  const [entry] = readArchive(stdout).entries;
  expect(entry).toMatchObject({ pageref: CHECK, response: { status } });
  expect(entry?.time).toBeGreaterThanOrEqual(0);
});

test("the text of an answer stays the same text", async () => {
  const { stdout } = await runBin(["export", "har", stored(evidenceWith({}))]);
  expect(readArchive(stdout).entries[0]?.response.content.text).toBe(exampleExchange.answer?.body);
});

function pipe(file: string): void {
  execFileSync("mkfifo", [file]);
}

function link(file: string): void {
  symlinkSync("/etc/passwd", file);
}

function sparse(file: string): void {
  writeFileSync(file, "{");
  truncateSync(file, LARGE_BYTES);
}

test.each([
  ["a pipe", pipe, "it is not a regular file"],
  ["a link", link, "it is a link"],
  ["a folder", mkdirSync, "it is not a regular file"],
  ["a gigabyte", sparse, "it is larger than 64 MiB"],
] as const)("%s instead of an evidence file is rejected", async (_, put, says) => {
  const folder = stored("");
  rmSync(join(folder, EVIDENCE));
  put(join(folder, EVIDENCE));
  expect(await refused(folder)).toContain(`${EVIDENCE}: ${says}`);
});

test("a linked folder of evidence is not read", async () => {
  const folder = stored(evidenceWith({}));
  renameSync(join(folder, "evidence"), join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), join(folder, "evidence"));
  expect(await refused(folder)).toContain("evidence: it is not a folder");
});

test.each([
  ["garbage", "\u001b[31m\u0007", "it is not JSON"],
  ["null", "null", "it is not evidence of a check: "],
  ["deep nesting", `{"requirement":"${CHECK}","exchanges":[${DEEP}]}`, "it is nested too deeply"],
  ["another requirement", evidenceWith({}, "../\u202ex"), `requirement  expected ${CHECK}`],
  ["an invalid time", evidenceWith({ startedAt: "yesterday" }), "exchanges[0].startedAt"],
  ["a status in words", evidenceWith({ answer: { status: "200", headers: [], body: "" } }), "answer.status"],
  ["a huge number", evidenceWith({}).replace('"durationMs": 4.2', '"durationMs": 1e999'), "durationMs"],
])("evidence with %s is refused with its file and field", async (_, evidence, says) => {
  const complaint = await refused(stored(evidence));
  expect(complaint).toContain(`${EVIDENCE}: `);
  expect(complaint).toContain(says);
});

test("an id that leads out of the folder is refused", async () => {
  const folder = temporaryFolder();
  const hostile = { ...exampleCheck(CHECK), requirement: `../../${CHECK}` };
  storeResult(join(folder, "conformance.json"), [hostile]);
  expect(await refused(folder)).toContain("it is not a result of a run");
});

test("results without a recorded exchange are refused", async () => {
  const folder = stored(toJson({ requirement: CHECK, heardIn: ["query.answers"], exchanges: [] }));
  expect(await refused(folder)).toContain("its run recorded no exchange");
  rmSync(join(folder, "evidence"), { recursive: true });
  expect(await refused(folder)).toContain("there is no evidence beside it");
});
