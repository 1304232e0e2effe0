import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { PEAK_MEMORY } from "../../lib/cli/testing/peak-memory.ts";
import { readResult, runBin } from "../../lib/cli/testing/run-bin.ts";
import { loadProfile } from "../../lib/profile/load/load-profile.ts";
import { createReference, type Reference } from "../../lib/reference/reference.ts";
import { hostileAnswers, type HostileAnswer } from "./hostile-answers.ts";
import { runInProcess } from "./run-in-process.ts";
import { scriptedServer, type ReceivedRequest } from "../../lib/http/testing/scripted-server.ts";

interface HostileTarget extends AsyncDisposable {
  readonly url: string;
}

/** So many requests are answered honestly first: the run has begun by then. */
const HONEST_REQUESTS = 9;

/** Serves a reference that gives some of its answers, every third one, in a hostile way. */
async function hostileTarget(
  reference: Reference,
  answers: readonly HostileAnswer[],
): Promise<HostileTarget> {
  const left = [...answers];
  const server = await scriptedServer((socket, received, index) => {
    const hostile = index >= HONEST_REQUESTS && index % 3 === 0 ? left.shift() : undefined;
    if (hostile !== undefined) return hostile(socket);
    answer(reference, received)
      .then((text) => socket.write(text))
      .catch(() => socket.destroy());
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}

async function answer(reference: Reference, { text, connection }: ReceivedRequest): Promise<string> {
  const headEnd = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, headEnd).split("\r\n");
  const [method = "", target = ""] = first.split(" ");
  const body = Buffer.from(text.slice(headEnd + 4), "latin1");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const withoutBody = method === "GET" || method === "HEAD" || body.length === 0;
  const request = new Request(`http://reference.invalid${target}`, {
    method,
    headers,
    ...(!withoutBody && { body }),
  });
  const response = await reference.fetch(request, { connection: `${connection}`, target });
  const content = method === "HEAD" ? "" : await response.text();
  const head = [...response.headers].filter(([name]) => name !== "content-length");
  const shown = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${response.status} x\r\n${shown}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
}

const TIMES = 6;
/** Commands that a terminal or a build server obeys. */
// oxlint-disable-next-line no-control-regex -- what must not come through
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u202e\u2066]|^\s*::|##\[|##vso\[/m;
const MAX_RECORDED_CHARS = 16 * 1024 * 1024;
const MAX_RESIDENT_KIB = 1024 * 1024;
/** Three times what these checks take against the reference, some 2 s, and 90 s more. */
const MAX_SECONDS = 96;

const { profile } = await loadProfile("reference", {});
const limits = { ...profile.limits, timeoutMs: 250, retries: 1 };

test.concurrent.each(Object.entries(hostileAnswers))(
  "%s: every check ends, and none by a defect of ours",
  async (_, hostile) => {
    const reference = createReference({ merchants: profile.merchants });
    await using target = await hostileTarget(
      reference,
      Array.from({ length: TIMES }, () => hostile),
    );
    const startedAt = performance.now();
    const { judgements } = await runInProcess({ ...profile, baseUrl: target.url, limits }, 1, [
      "query",
      "configuration",
      "register.stores",
      "envelope.code-integer",
    ]);
    const verdicts = judgements.map(({ result }) => ("verdict" in result ? result.verdict : "observed"));
    expect((performance.now() - startedAt) / 1_000).toBeLessThan(MAX_SECONDS);
    expect(verdicts.length).toBeGreaterThan(10);
    expect(verdicts).not.toContain("errored");
    expect(JSON.stringify(judgements).length).toBeLessThan(MAX_RECORDED_CHARS);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  },
);

test("all of them in turn: the real command ends with whole reports, and with little memory", async () => {
  const folder = temporaryFolder();
  const reference = createReference({ merchants: profile.merchants });
  await using target = await hostileTarget(reference, Object.values(hostileAnswers));
  const memory = join(folder, "memory");
  const { code, stdout, stderr } = await runBin(
    [
      "run",
      "--base-url",
      target.url,
      "--timeout-ms",
      "250",
      "--depth",
      "quick",
      "--verbose",
      "--out",
      folder,
    ],
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
