import { execFile, spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { listening } from "../testing/listening.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const OURS = `name: sandbox
baseUrl: https://sandbox.issuer.invalid
disposable: true
auth: { mode: api-key }
merchants: [{ name: alpha, apiKey: "\${env:ALPHA_API_KEY}" }]
`;
const KEY = "a-key-of-our-own-4711";
const ENV = { ALPHA_API_KEY: KEY, MY_CI_TOKEN: "a-token-of-the-ci" };

/** A server that keeps every request that it gets. */
async function catcher() {
  const caught: string[] = [];
  const server = createServer((request, response) => {
    caught.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.end("{}");
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, caught };
}

const exchange = (url: string, changed: object = {}, request: object = {}) => ({
  index: 1,
  caller: "alpha",
  label: "query",
  startedAt: "2026-01-01T00:00:00.000Z",
  durationMs: 1,
  request: { method: "POST", url, headers: [["X-API-Key", "[alpha.apiKey]"]], ...request },
  answer: { status: 200, headers: [], body: "{}" },
  ...changed,
});

/** A capsule, as an older version wrote it. */
const capsule = (baseUrl: string, changed: object = {}) => ({
  capsuleVersion: 1,
  suite: { name: "card-issuing-conformance", version: "0.1.0" },
  requirement: "query.answers",
  target: { name: "sandbox", baseUrl, authMode: "api-key" },
  profile: "ours.yaml",
  baseUrl,
  recordedAt: "2026-01-01T00:00:00.000Z",
  seed: 1,
  depth: "quick",
  expected: "an answer",
  actual: "none",
  sequence: [exchange(`${baseUrl}/abc/v1/webhook/query`)],
  ...changed,
});

/** A folder with our profile and a capsule in it. */
function folderWith(content: unknown): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "ours.yaml"), OURS);
  writeFileSync(join(cwd, "evil.json"), JSON.stringify(content));
  return cwd;
}

async function replay(cwd: string, ...args: readonly string[]) {
  return runBin(["replay", "evil.json", ...args], { cwd, env: ENV });
}

/** Lets a shell read what was printed. */
async function shell(cwd: string, input: string, env: Readonly<Record<string, string | undefined>>) {
  const child = spawn("sh", [], { cwd, env: { PATH: process.env["PATH"], ...env }, timeout: 5_000 });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdout.resume();
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stderr };
}

test("a capsule sends no request and no credentials to an address that is not the profile's", async () => {
  const { url, caught } = await catcher();
  const cwd = folderWith(capsule(url));
  expect(await replay(cwd, "--profile", "ours.yaml")).toEqual({
    code: 2,
    stdout: "",
    stderr: `Cannot replay evil.json: it was recorded at ${url}, and the profile ours.yaml names https://sandbox.issuer.invalid. Name the address by --base-url\n`,
  });
  expect(caught).toEqual([]);
  await replay(cwd, "--profile", "ours.yaml", "--base-url", url);
  expect(caught.length).toBeGreaterThan(0);
});

test("a capsule names no profile: neither its module nor its variables are touched", async () => {
  const { url, caught } = await catcher();
  const cwd = folderWith(capsule(url, { profile: "theirs.yaml" }));
  writeFileSync(
    join(cwd, "theirs.yaml"),
    `name: theirs\nbaseUrl: ${url}\nauth: { mode: signed, signature: { module: ./evil.mjs } }\nmerchants: [{ name: alpha, apiKey: "\${env:MY_CI_TOKEN}", secret: s }]\n`,
  );
  writeFileSync(
    join(cwd, "evil.mjs"),
    'import { writeFileSync } from "node:fs"; writeFileSync("PWNED", ""); export default () => "signed";\n',
  );
  const refused = {
    code: 2,
    stdout: "",
    stderr:
      "Cannot replay evil.json: it was recorded with a profile that is not part of this package (sandbox). Name your profile by --profile\n",
  };
  expect(await replay(cwd)).toEqual(refused);
  expect(await replay(cwd, "--base-url", url)).toEqual(refused);
  expect(await replay(cwd, "--curl")).toEqual(refused);
  expect(caught).toEqual([]);
  expect(readdirSync(cwd)).not.toContain("PWNED");
});

test("the output of --curl is data: a shell sends requests, one a line, and runs nothing else", async () => {
  const at = "https://sandbox.issuer.invalid";
  const inject = "touch PWNED\n$(touch PWNED)`touch PWNED`'; touch PWNED; '\u001b]0;x\u0007 ::error";
  const cwd = folderWith(
    capsule(at, {
      sequence: [
        exchange(`${at}/abc/v1/webhook/query?x='$(touch\${IFS}PWNED)'`, {
          caller: `alpha\n${inject}`,
          label: `query\n${inject}\n#`,
          answer: { status: 200, headers: [], body: inject },
        }),
        exchange(
          `${at}/abc/v1/webhook/register`,
          {},
          {
            headers: [["X-API-Key", "[alpha.apiKey]"]],
            body: inject,
          },
        ),
        exchange(
          `${at}/abc/v1/webhook/query`,
          {},
          {
            headers: [
              ["X-`id`", "[changed by somebody]"],
              ["X-Of-Another", "[MY_CI_TOKEN.apiKey]"],
            ],
          },
        ),
      ],
    }),
  );
  const { code, stdout } = await replay(cwd, "--profile", "ours.yaml", "--curl");
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.filter((line) => !/^(?:# |curl |printf '[\\\d]+' \| curl )/.test(line))).toEqual([]);
  expect(stdout).toContain(`"\${ALPHA_API_KEY:?is not set}"`);
  expect(stdout).toContain("'X-Of-Another: [MY_CI_TOKEN.apiKey]'");

  mkdirSync(join(cwd, "bin"));
  writeFileSync(join(cwd, "bin", "curl"), '#!/bin/sh\necho "curl $*" >> sent\n', { mode: 0o755 });
  const env = { PATH: `${join(cwd, "bin")}:${process.env["PATH"]}`, ALPHA_API_KEY: KEY, CHANGED_X__ID_: "v" };
  await shell(cwd, stdout, env);
  await shell(cwd, stdout.replaceAll(/^# /gm, ": "), env);
  expect(existsSync(join(cwd, "sent"))).toBe(true);
  expect(readdirSync(cwd)).not.toContain("PWNED");
});

const AT = "https://sandbox.issuer.invalid";
test.each([
  [
    "to another host",
    exchange("https://evil.invalid/abc/v1/webhook/query"),
    "it went to https://evil.invalid/…, ",
  ],
  ["to a host behind a user name", exchange(`${AT}@evil.invalid/q`), "it went to https://…, "],
  ["by another Host", exchange(`${AT}/q`, {}, { headers: [["Host", "evil.invalid"]] }), "Host header"],
  [
    "with an option for a method",
    exchange(`${AT}/q`, {}, { method: "POST -o x" }),
    "its method is not an HTTP token",
  ],
])("a request %s is not printed", async (_, one, says) => {
  const cwd = folderWith(capsule(AT, { sequence: [one] }));
  const { code, stdout, stderr } = await replay(cwd, "--profile", "ours.yaml", "--curl");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^Cannot print request 1 of the capsule: .*\n$/);
  expect(stderr).toContain(says);
});

test("the replay of a run with a profile of one's own works as it is printed, and its capsule names no file", async () => {
  const cwd = temporaryFolder();
  const server = createServer((_, response) => response.end('{"code":"zero","data":true}'));
  const url = `http://127.0.0.1:${await listening(server)}`;
  writeFileSync(join(cwd, "our's.yaml"), OURS.replace("https://sandbox.issuer.invalid", url));
  const args = ["run", "versioning", "envelope.code-integer", "--profile", "our's.yaml", "--depth", "quick"];
  await runBin([...args, "--out", "r"], { cwd, env: ENV });
  const { replay: command } =
    readResult(join(cwd, "r")).checks.find((check) => check.replay !== undefined) ?? {};
  expect(command).toMatch(
    /^\S*node \S+\/lib\/cli\/bin\.js replay r\/capsules\/[\w.-]+\.json --profile 'our'\\''s.yaml'$/,
  );
  const { PATH, HOME } = process.env;
  const node = dirname(process.execPath);
  const again = await promisify(execFile)("sh", ["-c", `${command}; echo "exit $?"`], {
    cwd,
    env: { ...ENV, HOME, PATH: `${node}:${PATH}`, XDG_STATE_HOME: join(cwd, "state") },
  });
  expect(again.stdout).toContain("Reproduced (exit 1)");
  expect(again.stdout).toContain("exit 1\n");
});
