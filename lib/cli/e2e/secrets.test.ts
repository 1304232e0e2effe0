import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listening } from "../testing/listening.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { TOKENS, servedMcp } from "../testing/served-mcp.ts";
import { folderWithProfile } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { textsBelow } from "../testing/texts-below.ts";

const WRITING = {
  write: '{ tool: label_card, arguments: { card: card-1, label: "{fresh}" }, shows: "{fresh}" }',
  undo: '{ tool: label_card, arguments: { card: card-1, label: "" } }',
};
/** Prints another token each time: `minted-read-only-1`. */
const MINT = `
const { appendFileSync, readFileSync } = require("node:fs");
appendFileSync(__dirname + "/calls", process.argv[2] + "\\n");
const calls = readFileSync(__dirname + "/calls", "utf8").split("\\n").filter((call) => call === process.argv[2]);
console.log("minted-" + process.argv[2] + "-" + calls.length);
`;

test("tokens that a command prints are fetched again when they have expired, and stand in no artefact", async () => {
  const { code, stdout, calls, out } = await runWith(expiring());
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Verdict") });
  expect(readResult(out).checks.filter(({ verdict }) => verdict === "passed").length).toBeGreaterThan(5);
  expect(calls.filter((call) => call === "read-write").length).toBeGreaterThan(2);
  expect([stdout, ...textsBelow(out).values()].filter((text) => text.includes("minted-"))).toEqual([]);
});

test("a service that refuses every second valid request has the command run five times more, and no verdict", async () => {
  let asked = 0;
  const { code, calls, out } = await runWith(() => (asked += 1) % 2 === 0);
  expect({ code, calls: calls.length }).toEqual({ code: 3, calls: 2 + 5 });
  expect(readResult(out).checks.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/rejected valid tokens again and again.*The command is not run again/),
  );
});

/** A run against a service that refuses some of the tokens of a command; each call of it, by access. */
async function runWith(refuses: (token: string) => boolean) {
  const target = await servedMcp({ known: (token) => known(token, refuses) });
  const folder = temporaryFolder();
  writeFileSync(join(folder, "mint.cjs"), MINT);
  const tokenCommand = JSON.stringify([process.execPath, join(folder, "mint.cjs"), "{scope}"]);
  const profile = target.profileWith({ tokenCommand, ...WRITING });
  const out = temporaryFolder();
  const ids = ["authorization.read-only", "authorization.scheme-case", "scopes"];
  const { code, stdout } = await runBin(["run", ...ids, "--profile", profile, "--out", out]);
  const calls = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
  return { code, stdout, calls, out };
}

test.each([
  [
    "process.exit(3)",
    /^Cannot get a read-only token \(mcp\.tokenCommand, scope read-only\): the command ended with 3\./,
  ],
  ["0", /the command must print only a token, and it printed nothing\.$/m],
])("a command that does %s ends the run before anything is sent", async (script, message) => {
  let requests = 0;
  const target = await servedMcp({ heard: () => (requests += 1) });
  const tokenCommand = JSON.stringify([process.execPath, "-e", script, "{scope}"]);
  const profile = target.profileWith({ tokenCommand, ...WRITING });
  const { code, stderr } = await runBin(`run --profile ${profile} --out ${temporaryFolder()}`);
  expect({ code, stderr, requests }).toEqual({
    code: 2,
    stderr: expect.stringMatching(message),
    requests: 0,
  });
});

/** The first two tokens of an access are good for eight requests. */
function expiring(): (token: string) => boolean {
  const uses = new Map<string, number>();
  return (token) => {
    const used = (uses.get(token) ?? 0) + 1;
    uses.set(token, used);
    return used > 8 && /-[12]$/.test(token);
  };
}

function known(token: string, refuses: (token: string) => boolean): string {
  const [, access] = /^minted-(read-only|read-write)-\d+$/.exec(token) ?? [];
  if (access === undefined) return token;
  if (refuses(token)) return "expired";
  return JSON.parse(access === "read-only" ? TOKENS.readOnlyToken : TOKENS.readWriteToken);
}

const CLIENT = '{ id: reference-public, redirectUri: "http://127.0.0.1:8765/callback" }';

test("tokens in this API's own envelope stand in no artefact, nor does what repeats them later", async () => {
  const issued = new Set<string>();
  const target = await servedMcp({ changed: async (answer) => changed(answer, issued) });
  const profile = target.profileWith({ ...TOKENS, client: CLIENT });
  const out = temporaryFolder();
  const args = ["run", "mcp", "--depth", "quick", "--html", "--verbose", "--profile", profile, "--out", out];
  const { stdout, stderr } = await runBin(args);
  expect(stdout).toContain("Verdict");
  expect(issued.size).toBeGreaterThan(3);
  const texts = [...textsBelow(out).values()];
  expect(texts.length).toBeGreaterThan(5);
  const shown = [...issued].filter((secret) =>
    [stdout, stderr, ...texts].some((text) => text.includes(secret)),
  );
  expect(shown).toEqual([]);
});

/** The tokens of an answer in an envelope; a refusal repeats all that was issued so far. */
async function changed(answer: Response, issued: Set<string>): Promise<Response> {
  const { status, headers } = answer;
  const code = URL.parse(headers.get("location") ?? "")?.searchParams.get("code") ?? "";
  if (code !== "") issued.add(code);
  if (headers.get("content-type")?.startsWith("text/event-stream") === true) return answer;
  const text = await answer.text();
  for (const [, token = ""] of text.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) issued.add(token);
  const kept = new Headers(headers);
  kept.delete("content-length");
  if (text.includes('"access_token"'))
    return new Response(`{"code":0,"msg":"success","data":${text}}`, { status, headers: kept });
  if (status < 400) return new Response(text === "" ? null : text, { status, headers: kept });
  return new Response(`${text} ${[...issued].join(" ")}`, { status, headers: kept });
}

const TOKEN = "a-token-of-the-ci";
const REFERENCE = "${env:MY_CI_TOKEN}";

test(
  "a variable that a target answers is pinned as text, and no report shows what it holds",
  { timeout: 60_000 },
  async () => {
    let msg = `hello ${REFERENCE}\u001b[31m`;
    const server = createServer((request, response) => {
      const data = request.url?.endsWith("query") === true ? { status: 1 } : true;
      response.end(JSON.stringify({ code: 0, msg, message: msg, data, [REFERENCE]: 1 }));
    });
    const cwd = folderWithProfile(`http://127.0.0.1:${await listening(server)}`);
    const profile = join(cwd, "target.yaml");
    const options = { cwd, env: { MY_CI_TOKEN: TOKEN } };
    const observed = await runBin(
      ["observe", "query.answer", "--profile", "target.yaml", "--pin", "--out", "seen"],
      options,
    );
    expect(observed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("pin written into target.yaml"),
    });
    expect(readFileSync(profile, "utf8")).toContain(REFERENCE);
    expect(readFileSync(profile, "utf8")).not.toMatch(/[^\P{Cc}\n]/u);
    msg = "another answer";
    const judged = await runBin(
      ["run", "query.answer", "--profile", "target.yaml", "--depth", "quick", "--out", "judged"],
      options,
    );
    expect(judged).toMatchObject({ code: 1, stdout: expect.stringContaining(REFERENCE) });
    const texts = [...textsBelow(cwd).values(), judged.stdout, judged.stderr];
    expect(texts.filter((text) => text.includes(TOKEN))).toEqual([]);
  },
);
