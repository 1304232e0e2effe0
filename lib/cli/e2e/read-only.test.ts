import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ReferenceMerchant } from "../../reference/call.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { callWebhook, folderWithProfile, MERCHANTS, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const QUERY = "POST /abc/v1/webhook/query";

/** A server with one configured merchant, and what it was sent. */
async function configuredServer(mutant?: string) {
  const sent: string[] = [];
  const url = await servedReference({
    ...(mutant && { mutant }),
    arriving: ({ method, url: address }) => sent.push(`${method} ${new URL(address).pathname}`),
  });
  await callWebhook(url, "register", { callbackUrl: "https://receiver.example/hook" });
  return { url, sent };
}

function profileOf(
  baseUrl: string,
  more = "",
  merchants: readonly ReferenceMerchant[] = MERCHANTS.slice(0, 1),
): string {
  return join(folderWithProfile(baseUrl, more, merchants), "target.yaml");
}

test("a read-only run sends queries only and keeps no journal", async () => {
  const { url, sent } = await configuredServer();
  const [out, state] = [temporaryFolder(), temporaryFolder()];
  const args = ["run", "--read-only", "--profile", profileOf(url), "--out", out];
  const { code, stdout } = await runBin(args, { env: { XDG_STATE_HOME: state } });
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

test("a read-only run asks about the merchant that has a configuration, if the other one has none", async () => {
  const { url } = await configuredServer();
  const out = temporaryFolder();
  const run = await runBin(["run", "--read-only", "--profile", profileOf(url, "", MERCHANTS), "--out", out]);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("conformant-partial") });
  expect(readResult(out).checks.find(({ requirement }) => requirement === "api-key.absent")).toMatchObject({
    verdict: "passed",
  });
});

test("a read-only run with a wrong key ends with 4 and writes nothing", async () => {
  const { url, sent } = await configuredServer();
  const file = profileOf(url, "", [{ name: "a", apiKey: "no" }]);
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
