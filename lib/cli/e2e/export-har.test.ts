import Ajv, { type AnySchema } from "ajv";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { HOSTILE, exampleCheck, exampleExchange } from "../../reporters/testing/example-result.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { findMutant } from "../serve/find-mutant.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createRequire } from "node:module";

import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import addFormats from "ajv-formats";
import { z } from "zod";

const require = createRequire(import.meta.url);
const schemas: Readonly<Record<string, AnySchema>> = require("har-schema");
const ajv = new Ajv.Ajv({ strict: false });
addFormats.default(ajv);
ajv.addMetaSchema(draft06);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

const archive = z.object({
  log: z.object({
    comment: z.string(),
    pages: z.array(z.object({ id: z.string(), title: z.string(), comment: z.string() })),
    entries: z.array(
      z.object({
        pageref: z.string(),
        startedDateTime: z.string(),
        time: z.number(),
        comment: z.string(),
        response: z.object({ status: z.int(), content: z.object({ text: z.string() }) }),
      }),
    ),
  }),
});

/**
 * Reads an HTTP archive.
 * @throws {Error} if it does not keep the published schema of HAR 1.2
 */
function readArchive(text: string): z.output<typeof archive>["log"] {
  const value: unknown = JSON.parse(text);
  if (ajv.validate("har.json#", value)) return archive.parse(value).log;
  throw new Error(`Cannot read the archive: ${ajv.errorsText()}`);
}

const KEY = "reference-alpha-key-7f3a9c21";
const FAILED = "configuration.id-integer";
const MIN_PAGES = 10;

const parent = mkdtempSync(join(tmpdir(), "card-issuing-conformance-har-"));
const results = join(parent, "results");
afterAll(() => rmSync(parent, { recursive: true, force: true }));
beforeAll(async () => {
  const other = { name: "beta", apiKey: "reference-beta-key-52d8e0b4" };
  const rules = findMutant("shows-id-as-a-string").apply(conformantRules);
  const server = await serveReference(
    createReference({ merchants: [{ name: "alpha", apiKey: KEY }, other], rules }),
  );
  const args = ["run", "register", "configuration", "--depth", "quick", "--base-url", server.url];
  await runBin([...args, "--out", results]);
  await server.close();
});

test("the archive has a page for each check with requests, and each exchange of its evidence", async () => {
  const { code, stdout, stderr } = await runBin(["export", "har", results]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { comment, pages, entries } = readArchive(stdout);
  const { runId } = readResult(results);
  expect(comment).toBe(`Run ${runId} of reference: non-conformant`);
  expect(pages.length).toBeGreaterThan(MIN_PAGES);
  for (const { id } of pages) {
    const { exchanges } = JSON.parse(readFileSync(join(results, "evidence", `${id}.json`), "utf8"));
    expect(entries.filter(({ pageref }) => pageref === id)).toHaveLength(exchanges.length);
  }
  expect(pages.find(({ id }) => id === FAILED)).toMatchObject({
    title: expect.stringContaining("`id`, where present, is an integer"),
    comment: `failed, run ${runId}`,
  });
  expect(entries.filter((entry) => entry.comment.endsWith("(shows the failure)"))).toMatchObject([
    { pageref: FAILED, comment: expect.stringMatching(/^configuration\.id-integer \d+ query by alpha/) },
  ]);
  const times = entries.map(({ startedDateTime }) => startedDateTime);
  expect(times).toEqual(times.toSorted());
});

test("keys stay masked, and conformance.json may be named instead of its folder", async () => {
  const { stdout } = await runBin(["export", "har", join(results, "conformance.json")]);
  expect(stdout).not.toContain(KEY);
  expect(stdout).toContain("[alpha.apiKey]");
  expect(stdout).toBe((await runBin(["export", "har", results])).stdout);
});

const CHECK = "register.replaces";
const EVIDENCE = `evidence/${CHECK}.json`;
const DEEP = "[".repeat(200_000) + "]".repeat(200_000);
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

test("neither a link instead of an evidence file nor a linked folder of evidence is read", async () => {
  const folder = stored("");
  rmSync(join(folder, EVIDENCE));
  symlinkSync("/dev/zero", join(folder, EVIDENCE));
  expect(await refused(folder)).toContain(`${EVIDENCE}: it is a link`);
  renameSync(join(folder, "evidence"), join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), join(folder, "evidence"));
  expect(await refused(folder)).toContain("evidence: it is not a folder");
});

test.each([
  ["garbage", "\u001b[31m\u0007", "it is not JSON"],
  ["deep nesting", `{"requirement":"${CHECK}","exchanges":[${DEEP}]}`, "it is nested too deeply"],
  ["another requirement", evidenceWith({}, "../\u202ex"), `requirement  expected ${CHECK}`],
  ["an invalid time", evidenceWith({ startedAt: "yesterday" }), "exchanges[0].startedAt"],
  ["a status in words", evidenceWith({ answer: { status: "200", headers: [], body: "" } }), "answer.status"],
])("evidence with %s is refused with its file and field", async (_, evidence, says) => {
  const complaint = await refused(stored(evidence));
  expect(complaint).toContain(`${EVIDENCE}: `);
  expect(complaint).toContain(says);
});

test("results without a recorded exchange are refused", async () => {
  const folder = stored(toJson({ requirement: CHECK, heardIn: ["query.answers"], exchanges: [] }));
  expect(await refused(folder)).toContain("its run recorded no exchange");
  rmSync(join(folder, "evidence"), { recursive: true });
  expect(await refused(folder)).toContain("there is no evidence beside it");
});
