import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { findMutant } from "../serve/find-mutant.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const KEY = "key-of-alpha";
const QUERY = "POST /abc/v1/webhook/query";

/** A server with one configured merchant, a profile of it, and what it was sent. */
async function configuredServer(mutant?: string) {
  const rules = mutant === undefined ? conformantRules : findMutant(mutant).apply(conformantRules);
  const reference = createReference({ merchants: [{ name: "alpha", apiKey: KEY }], rules });
  const sent: string[] = [];
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return reference.fetch(request, arrival);
    },
  });
  onTestFinished(async () => server.close());
  await fetch(`${server.url}/abc/v1/webhook/register`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
    body: JSON.stringify({ callbackUrl: "https://receiver.example/hook" }),
  });
  sent.length = 0;
  return { url: server.url, sent };
}

function profileOf(baseUrl: string, more = ""): string {
  const file = join(temporaryFolder(), "profile.yaml");
  const merchant = `merchants: [{ name: alpha, apiKey: ${KEY} }]`;
  writeFileSync(file, `name: t\nbaseUrl: ${baseUrl}\nauth: { mode: api-key }\n${merchant}\n${more}`);
  return file;
}

test.each([
  ["the flag", ["--read-only"], {}, ""],
  ["the variable", [], { CONFORMANCE_READ_ONLY: "true" }, ""],
  ["the profile", [], {}, "run: { readOnly: true }\n"],
])("by %s a run sends queries only and keeps no journal", async (_, flags, env, more) => {
  const { url, sent } = await configuredServer();
  const [out, state] = [temporaryFolder(), temporaryFolder()];
  const args = ["run", ...flags, "--profile", profileOf(url, more), "--out", out];
  const { code, stdout } = await runBin(args, { env: { ...env, XDG_STATE_HOME: state } });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/conformant-partial \(exit 0\) at depth standard, read-only: checked \d+/),
  });
  expect([...new Set(sent)]).toEqual([QUERY]);
  expect(existsSync(join(state, "card-issuing-conformance"))).toBe(false);
  const { selection, restored, checks } = readResult(out);
  expect(selection).toEqual({ selectors: [], skip: [], levels: [], readOnly: true });
  expect(restored).toEqual([]);
  expect(checks.find(({ requirement }) => requirement === "register.accepts")).toMatchObject({
    verdict: "uncovered",
    code: "read-only",
    field: "run.readOnly",
  });
});

test.each(["quick", "standard"])("a read-only run announces what it sends at depth %s", async (depth) => {
  const { url, sent } = await configuredServer();
  const args = ["run", "--read-only", "--profile", profileOf(url), "--depth", depth];
  const { stdout } = await runBin([...args, "--out", temporaryFolder()]);
  expect(Math.abs(sent.length - announcedIn(stdout))).toBeLessThan(10);
});

test("a read-only run announces the requests to an MCP service", async () => {
  const out = temporaryFolder();
  const { stdout } = await runBin(["run", "--read-only", "--out", out]);
  expect(Math.abs(readResult(out).requests.sent / announcedIn(stdout) - 1)).toBeLessThan(0.25);
});

function announcedIn(stdout: string): number {
  return Number(/^About (\d+) requests/m.exec(stdout)?.[1]);
}

test("a read-only run with a wrong key ends with 4 and writes nothing", async () => {
  const { url, sent } = await configuredServer();
  const file = profileOf(url);
  writeFileSync(
    file,
    `name: t\nbaseUrl: ${url}\nauth: { mode: api-key }\nmerchants: [{ name: a, apiKey: no }]\n`,
  );
  const run = await runBin(["run", "--read-only", "--profile", file, "--out", temporaryFolder()]);
  expect(run).toMatchObject({ code: 4, stdout: expect.stringContaining("unreachable") });
  expect([...new Set(sent)]).toEqual([QUERY]);
});

test("the printed command replays a failure of a read-only run without writes", async () => {
  const { url, sent } = await configuredServer("shows-status-as-a-string");
  const file = profileOf(url);
  const out = temporaryFolder();
  const { stdout } = await runBin(["run", "configuration", "--read-only", "--profile", file, "--out", out]);
  const replay = /^ {2}replay +.*? (replay \S+\/capsules\/\S+ .*--read-only.*)$/m.exec(stdout)?.[1] ?? "";
  expect(await runBin(replay.split(" "))).toMatchObject({ code: 1 });
  expect([...new Set(sent)]).toEqual([QUERY]);
});
