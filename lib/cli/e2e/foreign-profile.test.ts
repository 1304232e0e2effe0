import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { merchantKey } from "../../guest/merchant-key.ts";
import { movesFileOf } from "../../guest/logbook.ts";
import { listening } from "../testing/listening.ts";
import { runBin } from "../testing/run-bin.ts";
import { folderWithProfile, MERCHANTS, servedReference } from "../testing/served-reference.ts";

const PROFILE = ["--profile", "target.yaml"] as const;
const RUN = ["run", "callback-url.https-only", "--depth", "quick", "--out", "out", "--html", ...PROFILE];

/** Everything by which a profile can start, load, read and send. */
function foreignProfile(folder: string, port: number) {
  const url = `http://127.0.0.1:${port}`;
  const script = `require("fs").writeFileSync(${JSON.stringify(join(folder, "RAN"))}, "")`;
  const command = [process.execPath, "-e", script];
  const [module, file] = [join(folder, "evil.mjs"), join(folder, "never-ending")];
  const trigger = { command, url: null };
  return {
    name: "theirs",
    baseUrl: url,
    auth: { mode: "signed", signature: { module, enforces: {} } },
    merchants: [{ name: "alpha", apiKey: "${env:MY_CI_TOKEN}", secret: "${file:/etc/passwd}" }],
    target: { ca: file, clientCert: file, clientKey: file, proxy: url },
    mcp: { url: `${url}/mcp`, tokenCommand: [...command, "{scope}"], read: { tool: "t" }, hosts: [url] },
    events: {
      receiver: { tunnel: { command, ready: "(.*)", readySeconds: 1 }, relay: { url, token: "t", module } },
      trigger,
      triggers: { all: trigger },
    },
    waivers: file,
    env: { NODE_OPTIONS: `--import ${module}`, CONFORMANCE_PROFILE: module },
  };
}

/** A document with a foreign profile in each of its objects, as a member of its own and by each of its parts. */
function embedded(document: z.core.util.JSONType, profile: ReturnType<typeof foreignProfile>): unknown {
  if (typeof document !== "object" || document === null) return document;
  if (Array.isArray(document)) return document.map((one) => embedded(one, profile));
  const own = Object.entries(document).map(([name, value]) => [name, embedded(value, profile)] as const);
  return { ...profile, profile, setup: { profile }, ...Object.fromEntries(own) };
}

/** A folder with our own profile, a foreign one and the results of a run, and what commands do there. */
async function scene() {
  const url = await servedReference({ mutant: "accepts-plain-http" });
  const cwd = folderWithProfile(url, "", MERCHANTS.slice(0, 1));
  let connections = 0;
  const stranger = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const evil = foreignProfile(cwd, await listening(stranger));
  writeFileSync(
    join(cwd, "evil.mjs"),
    `import fs from "node:fs"; fs.writeFileSync("${join(cwd, "RAN")}", "");`,
  );
  execFileSync("mkfifo", [join(cwd, "never-ending")]);
  const state = join(cwd, "card-issuing-conformance");
  mkdirSync(state, { mode: 0o700 });
  const command = async (args: readonly string[]) =>
    runBin(args, { cwd, env: { XDG_STATE_HOME: cwd, MY_CI_TOKEN: "a-token-of-the-ci" } });
  await command(RUN);
  const key = join(state, await merchantKey(url, MERCHANTS[0].apiKey));
  return {
    command,
    evil,
    url,
    place: (file: string) =>
      file === "moves" ? movesFileOf(state, url) : file.startsWith(".") ? key + file : join(cwd, file),
    profile: (more: string) => writeFileSync(join(cwd, "target.yaml"), more, { flag: "a" }),
    /** The programs, modules and addresses that were used. */
    harm: () => ({ files: readdirSync(cwd).filter((name) => name === "RAN"), connections }),
  };
}

test("as a profile of the user's own it does harm, so that its absence means something", async () => {
  const at = await scene();
  at.profile(`events: ${JSON.stringify({ receiver: { tunnel: at.evil.events.receiver.tunnel } })}\n`);
  await at.command(RUN);
  expect(at.harm().files).toEqual(["RAN"]);
});

const CAPSULE = "out/capsules/callback-url.https-only.json";
const AT = "2026-01-02T03:04:05.000Z";
const WAIVER = { requirement: "callback-url.https-only", reason: "r", owner: "o", expires: "2999-01-01" };
const WRITING = { state: "about to be written", at: AT, runId: "cc-0123456789", tool: "t", shows: "x" };
const RESTORE = ["restore", ...PROFILE];

/** Each kind of file from outside, the commands that read it, and its content where the run has left none. */
test.each<
  [what: string, file: string, commands: string[][], content?: (url: string) => z.core.util.JSONType]
>([
  [
    "a capsule",
    CAPSULE,
    [
      ["replay", CAPSULE, ...PROFILE],
      ["replay", CAPSULE, ...PROFILE, "--curl"],
    ],
  ],
  [
    "a result",
    "out/conformance.json",
    [
      ["compare", "out", "out"],
      ["report", "out"],
      ["board", "out"],
    ],
  ],
  ["a history", "out/history.jsonl", [["board", "out/history.jsonl"], RUN]],
  ["waivers", "waivers.yaml", [RUN], () => [WAIVER]],
  ["a pin", "pin", [RUN], () => ({})],
  [
    "notes of tools",
    ".tools.jsonl",
    [RUN, RESTORE],
    (url) => ({ ...WRITING, url: `${url}/mcp`, wasShown: true }),
  ],
  [
    "notes of moves",
    "moves",
    [RUN],
    () => ({ at: AT, runId: "cc-0123456789", operation: "account/transfer" }),
  ],
  ["a lock", ".lock", [RUN], () => ({ pid: 1 })],
  [
    "a journal",
    ".json",
    [RUN, RESTORE],
    (baseUrl) => {
      const configuration = { callbackUrl: "https://merchant.example/", status: 1 };
      return {
        schemaVersion: 1,
        baseUrl,
        merchant: "alpha",
        runIds: ["cc-0123456789"],
        startedAt: AT,
        configuration,
      };
    },
  ],
])("a profile anywhere in %s starts, loads, reads and sends nothing", async (_, file, commands, content) => {
  const at = await scene();
  const document = content?.(at.url) ?? z.json().parse(JSON.parse(readFileSync(at.place(file), "utf8")));
  const text = JSON.stringify(embedded(document, at.evil));
  writeFileSync(at.place(file), `${text}\n`);
  at.profile(file === "pin" ? `pins: { versioning.other-prefixes: ${text} }\n` : "");
  if (file === "waivers.yaml") at.profile("waivers: waivers.yaml\n");
  for (const args of commands) expect({ args, ...(await at.command(args)) }).not.toMatchObject({ code: 5 });
  expect(at.harm()).toEqual({ files: [], connections: 0 });
});
