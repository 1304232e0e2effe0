import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { listening } from "../../lib/cli/testing/listening.ts";
import { PEAK_MEMORY } from "../../lib/cli/testing/peak-memory.ts";
import { readResult, runBin } from "../../lib/cli/testing/run-bin.ts";
import { loadProfile } from "../../lib/profile/load/load-profile.ts";
import { createReference, type Reference } from "../../lib/reference/reference.ts";
import { listenerOf } from "../../lib/reference/serve-reference.ts";
import { hostileAnswers, type HostileAnswer } from "./hostile-answers.ts";

/** So many requests are answered honestly first: the run has begun by then. */
const HONEST_REQUESTS = 9;

/** Serves a reference that gives some of its answers, every third one, in a hostile way. */
async function hostileTarget(reference: Reference, answers: readonly HostileAnswer[]): Promise<string> {
  const answerHonestly = listenerOf(reference, "http");
  const left = [...answers];
  let received = 0;
  const server = createServer((incoming, outgoing) => {
    const index = received;
    received += 1;
    const hostile = index >= HONEST_REQUESTS && index % 3 === 0 ? left.shift() : undefined;
    if (hostile === undefined) answerHonestly(incoming, outgoing);
    else hostile(incoming.socket);
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

/** Commands that a terminal or a build server obeys. */
// oxlint-disable-next-line no-control-regex -- what must not come through
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u202e\u2066]|^\s*::|##\[|##vso\[/m;
const MAX_RESIDENT_KIB = 1024 * 1024;
const { profile } = await loadProfile("reference", {});
test("all of them in turn: the real command ends with whole reports, and with little memory", async () => {
  const folder = temporaryFolder();
  const reference = createReference({ merchants: profile.merchants });
  const target = await hostileTarget(reference, Object.values(hostileAnswers));
  const memory = join(folder, "memory");
  const { code, stdout, stderr } = await runBin(
    ["run", "--base-url", target, "--timeout-ms", "250", "--depth", "quick", "--verbose", "--out", folder],
    { env: { MEMORY_FILE: memory }, nodeArgs: ["--import", PEAK_MEMORY] },
  );
  expect([1, 3]).toContain(code);
  expect(stdout + stderr).not.toMatch(ACTIVE);
  expect(readResult(folder).counts.errored).toBe(0);
  const junit = readFileSync(join(folder, "junit.xml"), "utf8");
  expect(junit.trimEnd().endsWith("</testsuites>")).toBe(true);
  expect(junit).not.toMatch(/<script|<img/);
  const summary = readFileSync(join(folder, "summary.md"), "utf8");
  expect(summary.replaceAll(/(`+)[^`].*?\1/gs, "")).not.toMatch(/<script|<img|\]\(http/);
  expect(Number(readFileSync(memory, "utf8"))).toBeLessThan(MAX_RESIDENT_KIB);
});
