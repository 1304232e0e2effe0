import { existsSync, mkdirSync, readdirSync, writeFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { merchantKey } from "../../guest/merchant-key.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedMcp, TOKENS } from "../testing/served-mcp.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const API_KEY = "reference-alpha-key-7f3a9c21";
const FRESH = '{ tool: label_card, arguments: { card: card-1, label: "{fresh}" }, shows: "{fresh}" }';
const UNDO = '{ tool: label_card, arguments: { card: card-1, label: "" } }';
const RUN = ["run", "versioning", "--depth", "quick"] as const;
const OURS = "cc-0123456789-1";

/** A target with an MCP service, and the state folder of a user who checks it. */
async function scene() {
  const called: string[] = [];
  const target = await servedMcp({
    heard: (body) => body.includes('"label_card"') && called.push(body),
  });
  const home = temporaryFolder();
  const folder = join(home, "card-issuing-conformance");
  mkdirSync(folder, { mode: 0o700 });
  const notes = join(folder, `${await merchantKey(target.url, API_KEY)}.tools.jsonl`);
  const profile = target.profileWith({ ...TOKENS, write: FRESH, undo: UNDO });
  const out = join(home, "out");
  const env = { XDG_STATE_HOME: home };
  return {
    ...target,
    called,
    folder,
    notes,
    out,
    line: (changed: object = {}) =>
      JSON.stringify({
        state: "about to be written",
        at: "2026-01-02T03:04:05.000Z",
        runId: "cc-0123456789",
        url: `${target.url}/mcp`,
        tool: "label_card",
        shows: OURS,
        wasShown: false,
        ...changed,
      }),
    list: async () => runBin(["restore"], { env }),
    restore: async () => runBin(["restore", "--profile", profile], { env }),
    run: async (more: Readonly<Record<string, string>> = {}) =>
      runBin([...RUN, "--profile", profile, "--out", out], { env: { ...env, ...more } }),
  };
}

test("notes that no run of this profile writes call no tool, and restore says what to do", async () => {
  const at = await scene();
  const strange = Array.from({ length: 40 }, (_, index) =>
    at.line({ shows: `text ${index}`, wasShown: true }),
  );
  const others = [
    at.line({ wasShown: true }),
    at.line({ shows: "{fresh}", wasShown: true }),
    at.line({ shows: "card", tool: "freeze_card" }),
  ];
  writeFileSync(at.notes, `${[...strange, ...others].join("\n")}\n`);
  const { code, stdout, stderr } = await at.restore();
  expect({ code, stderr, called: at.called }).toEqual({ code: 3, stderr: "", called: [] });
  expect(stdout).toContain(
    `${at.notes} contains writes that are not of the profile (mcp.write, mcp.otherWrites): look into it`,
  );
  expect(await at.run()).toMatchObject({ code: 0, stderr: "" });
});

test("a tool is called once for what stands in the notes forty times", async () => {
  const at = await scene();
  await at.tool("label_card", { card: "card-1", label: OURS });
  at.called.length = 0;
  writeFileSync(at.notes, `${Array.from({ length: 40 }, () => at.line()).join("\n")}\n`);
  const { code, stdout } = await at.restore();
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("MCP service: restored\n") });
  expect(at.called).toHaveLength(1);
  expect(await at.restore()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Nothing to restore"),
  });
});

type Scene = Awaited<ReturnType<typeof scene>>;

const unreadable: readonly (readonly [what: string, plant: (at: Scene) => void])[] = [
  ["another member", ({ notes, line }) => writeFileSync(notes, `${line({ arguments: {} })}\n`)],
  ["a text instead of a time", ({ notes, line }) => writeFileSync(notes, `${line({ at: "\u001B[2J" })}\n`)],
  [
    "a text instead of an address",
    ({ notes, line }) => writeFileSync(notes, `${line({ url: "file:///etc" })}\n`),
  ],
  ["a text without end", ({ notes, line }) => writeFileSync(notes, line({ shows: "x".repeat(1e6) }))],
  ["JSON nested deeply", ({ notes }) => writeFileSync(notes, "[".repeat(2e5) + "]".repeat(2e5))],
  [
    "more writes than runs make",
    ({ notes, line }) =>
      writeFileSync(
        notes,
        Array.from({ length: 1_001 }, (_, index) => line({ shows: `cc-0123456789-${index}` })).join("\n"),
      ),
  ],
  ["a link", ({ notes }) => symlinkSync("/dev/zero", notes)],
];

test.each(unreadable)("notes with %s are reported, put aside, and prevent no run", async (_, plant) => {
  const at = await scene();
  plant(at);
  const cannot = `Cannot read ${at.notes}, where a run has noted what it wrote`;
  expect(await at.restore()).toMatchObject({ code: 3, stdout: expect.stringContaining(cannot), stderr: "" });
  expect(await at.run()).toMatchObject({ code: 0, stderr: "" });
  const { verdict, restored } = readResult(at.out);
  expect({ verdict, restored }).toEqual({
    verdict: "conformant-partial",
    restored: expect.arrayContaining([
      { merchant: "MCP service", outcome: "not restored", note: expect.stringContaining(cannot) },
    ]),
  });
  expect(existsSync(at.notes)).toBe(false);
  expect(readdirSync(at.folder).filter((name) => /\.tools\.jsonl\.unread-\d+$/.test(name))).toHaveLength(1);
  expect(at.called).toEqual([]);
});

test("a defect during the restoration harms neither the results nor a later run", async () => {
  const at = await scene();
  writeFileSync(at.notes, `${at.line()}\n`);
  const broken = await at.run({ NODE_OPTIONS: `--import ${BREAKING_AT_THE_END}` });
  expect(broken).toMatchObject({ code: 5, stderr: "" });
  expect(readResult(at.out)).toMatchObject({
    verdict: "defect",
    reason: expect.stringContaining("RangeError"),
    checks: [{ verdict: "passed" }],
  });
  expect(await at.run()).toMatchObject({ code: 0, stderr: "" });
});

/** Lets the removal of a journal fail for an unexpected reason. */
const BREAKING_AT_THE_END = `data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { rmSync } = fs;
  fs.rmSync = (file, ...given) => {
    if (/[0-9a-f]{32}\\.json$/.test(file)) throw new RangeError("Maximum call stack size exceeded");
    return rmSync(file, ...given);
  };
  syncBuiltinESMExports();
`)}`;
