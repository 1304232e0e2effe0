import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { merchantKey } from "../../guest/merchant-key.ts";
import { movesFileOf } from "../../guest/moves-file.ts";
import { listening } from "../testing/listening.ts";
import { embedded, type Json, NEVER_ENDING, foreignProfile } from "../testing/foreign-profile.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { folderWithProfile, MERCHANTS, servedReference } from "../testing/served-reference.ts";

const OURS = MERCHANTS.slice(0, 1);
const RUN = ["run", "callback-url.https-only", "--depth", "quick", "--out", "out"] as const;

/** A folder with our own profile and a foreign one, and what a command changes there. */
async function scene() {
  const url = await servedReference({ mutant: "accepts-plain-http" });
  const cwd = folderWithProfile(url, "", OURS);
  let connections = 0;
  const stranger = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const port = await listening(stranger);
  writeFileSync(
    join(cwd, "evil.mjs"),
    `import fs from "node:fs"; fs.writeFileSync(${JSON.stringify(join(cwd, "LOADED"))}, ""); export default () => "x";`,
  );
  const ours = join(cwd, "target.yaml");
  const alone = readFileSync(ours, "utf8");
  execFileSync("mkfifo", [join(cwd, NEVER_ENDING)]);
  const state = join(cwd, "card-issuing-conformance");
  mkdirSync(state, { mode: 0o700 });
  const env = { XDG_STATE_HOME: cwd, MY_CI_TOKEN: "a-token-of-the-ci" };
  return {
    cwd,
    state,
    url,
    profile: (more: string) => writeFileSync(ours, alone + more),
    evil: foreignProfile(cwd, port),
    stateFile: async (ending: string) =>
      join(state, `${await merchantKey(url, MERCHANTS[0].apiKey)}${ending}`),
    command: async (...args: readonly string[]) => runBin(args, { cwd, env }),
    judge: async () => runBin([...RUN, "--profile", "target.yaml", "--html"], { cwd, env }),
    /** The programs, modules and addresses that were used. */
    harm: () => ({
      files: readdirSync(cwd).filter((name) => name === "RAN" || name === "LOADED"),
      connections,
    }),
  };
}

const HARMLESS = { files: [], connections: 0 };
const json = z.json();

function read(file: string): Json {
  return json.parse(JSON.parse(readFileSync(file, "utf8")));
}

test("as a profile of the user's own it does harm, so that its absence means something", async () => {
  const at = await scene();
  const { tunnel } = Object(at.evil["events"]).receiver;
  at.profile(`events: ${JSON.stringify({ receiver: { tunnel } })}\n`);
  await at.judge();
  expect(at.harm().files).toEqual(["RAN"]);
});

test("a profile anywhere in a capsule is rejected or ignored, and does nothing", async () => {
  const at = await scene();
  await at.judge();
  const capsule = read(join(at.cwd, "out/capsules/callback-url.https-only.json"));
  const whole = embedded(capsule, at.evil);
  writeFileSync(join(at.cwd, "whole.json"), JSON.stringify(whole));
  const refused = await at.command("replay", "whole.json", "--profile", "target.yaml");
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^Cannot replay whole\.json: it is not a capsule: profile /);
  for (const [name, content] of [
    ["named", { ...Object(whole), profile: "theirs" }],
    ["inner", { ...Object(capsule), target: embedded(Object(capsule).target, at.evil) }],
    ["request", { ...Object(capsule), sequence: embedded(Object(capsule).sequence, at.evil) }],
    ["proto", JSON.parse(JSON.stringify(capsule).replace("{", `{"__proto__":${JSON.stringify(at.evil)},`))],
  ] as const) {
    writeFileSync(join(at.cwd, `${name}.json`), JSON.stringify(content));
    const again = await at.command("replay", `${name}.json`, "--profile", "target.yaml");
    expect({ name, ...again }).toMatchObject({ name, code: 1, stderr: "" });
    const lines = await at.command("replay", `${name}.json`, "--profile", "target.yaml", "--curl");
    expect({ name, ...lines }).toMatchObject({
      name,
      code: 0,
      stdout: expect.not.stringMatching(/theirs|evil/),
    });
  }
  expect(at.harm()).toEqual(HARMLESS);
});

test("a result with a profile anywhere in it is rejected; as an observed value it is only shown", async () => {
  const at = await scene();
  await at.command(
    "run",
    "versioning",
    "versioning.other-prefixes",
    "--depth",
    "quick",
    "--profile",
    "target.yaml",
    "--out",
    "out",
  );
  const file = join(at.cwd, "out/conformance.json");
  const result = read(file);
  writeFileSync(join(at.cwd, "theirs.json"), JSON.stringify(embedded(result, at.evil)));
  for (const pair of [
    ["theirs.json", "out"],
    ["out", "theirs.json"],
  ]) {
    const { code, stdout, stderr } = await at.command("compare", ...pair);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^Cannot read theirs\.json: it is not a result of a run \(its field \S+\)\n$/,
      ),
    });
  }
  const seen = { requirement: "limits.latency", sections: [], text: "", value: at.evil, pinned: at.evil };
  const observations = [seen];
  const counts = { ...Object(result).counts, observed: 1 };
  writeFileSync(join(at.cwd, "theirs.json"), JSON.stringify({ ...Object(result), observations, counts }));
  for (const format of ["text", "markdown", "json"])
    expect((await at.command("compare", "out", "theirs.json", "--format", format)).code).toBe(0);
  expect(at.harm()).toEqual(HARMLESS);
});

test("a history with a profile in its lines loses it, and keeps its runs", async () => {
  const at = await scene();
  await at.judge();
  const history = join(at.cwd, "out/history.jsonl");
  const line = read(history);
  writeFileSync(history, `${JSON.stringify({ ...Object(at.evil), ...Object(line), profile: at.evil })}\n`);
  expect(await at.judge()).toMatchObject({ code: 1, stderr: "" });
  expect(readFileSync(history, "utf8")).not.toMatch(/tunnel|tokenCommand|evil\.mjs/);
  expect(readFileSync(history, "utf8").trim().split("\n")).toHaveLength(2);
  expect(at.harm()).toEqual(HARMLESS);
});

test("waivers with a profile in them are refused; a pin that is one is compared, and no more", async () => {
  const at = await scene();
  const waiver = { requirement: "callback-url.https-only", reason: "r", owner: "o", expires: "2999-01-01" };
  at.profile("waivers: ./waivers.yaml\n");
  for (const content of [embedded([waiver], at.evil), embedded({ waivers: [waiver] }, at.evil)]) {
    writeFileSync(join(at.cwd, "waivers.yaml"), JSON.stringify(content));
    const { code, stdout, stderr } = await at.judge();
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^waivers\.yaml:1:/),
    });
  }
  at.profile(`pins: { versioning.other-prefixes: ${JSON.stringify(at.evil)} }\n`);
  const pinned = [
    "run",
    "versioning.other-prefixes",
    "--depth",
    "quick",
    "--profile",
    "target.yaml",
    "--out",
    "pinned",
  ];
  expect(await at.command(...pinned)).toMatchObject({ code: 1, stderr: "" });
  expect(at.harm()).toEqual(HARMLESS);
});

test("a file in the state folder with a profile in it is rejected or moved aside", async () => {
  const at = await scene();
  const entry = {
    schemaVersion: 1,
    baseUrl: at.url,
    merchant: "alpha",
    runIds: ["cc-0123456789"],
    startedAt: "2026-01-02T03:04:05.000Z",
    configuration: { callbackUrl: "https://merchant.example/", status: 1 },
  };
  const journal = await at.stateFile(".json");
  const whole = embedded(entry, at.evil);
  const inner = { ...entry, configuration: embedded(entry.configuration, at.evil) };
  for (const content of [whole, inner]) {
    writeFileSync(journal, JSON.stringify(content));
    for (const command of [at.judge, async () => at.command("restore", "--profile", "target.yaml")])
      expect(await command()).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("Cannot read the journal"),
      });
  }
  writeFileSync(journal, JSON.stringify(entry));
  const writing = {
    state: "about to be written",
    at: entry.startedAt,
    runId: "cc-0123456789",
    url: `${at.url}/mcp`,
  };
  const note = embedded({ ...writing, tool: "t", shows: "x", wasShown: true }, at.evil);
  const move = embedded(
    { at: entry.startedAt, runId: "cc-0123456789", operation: "account/transfer" },
    at.evil,
  );
  writeFileSync(await at.stateFile(".tools.jsonl"), `${JSON.stringify(note)}\n`);
  writeFileSync(movesFileOf(at.state, at.url), `${JSON.stringify(move)}\n`);
  writeFileSync(await at.stateFile(".lock"), JSON.stringify(embedded({ pid: 1 }, at.evil)));
  expect(await at.judge()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Cannot read \S+\.moves/),
  });
  for (const name of readdirSync(at.state).filter((one) => one.includes("moves")))
    rmSync(join(at.state, name));
  expect((await at.judge()).code).toBe(1);
  expect(readResult(join(at.cwd, "out")).restored.map(({ outcome }) => outcome)).toContain("not restored");
  expect(at.harm()).toEqual(HARMLESS);
});
