import { EventEmitter } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { listening } from "../testing/listening.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const API_KEY = "reference-alpha-key-7f3a9c21";
const BEFORE = "https://merchant.example/before";

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`${signal} in the middle of a run: the target is restored and the report written`, async () => {
    const target = await watchedReference();
    await target.call("register", { callbackUrl: BEFORE });
    const out = temporaryFolder();
    const { code, stdout, stderr } = await runBin(
      ["run", "register", "callback-url", "--depth", "deep", "--base-url", target.url, "--out", out],
      { started: (kill) => target.onRequest(60, () => kill(signal)) },
    );
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: expect.stringContaining("the run first restores what it changed"),
    });
    expect(stdout).toMatch(/Verdict {3}interrupted \(exit 130\): \d+ of \d+ checks ran\./);
    expect(stdout).toContain("Webhooks of your merchants:\n  alpha: restored\n");
    expect(readResult(out)).toMatchObject({
      verdict: "interrupted",
      exitCode: 130,
      restored: [{ merchant: "alpha", outcome: "restored" }, { merchant: "beta" }],
    });
    expect(await target.call("query")).toMatchObject({ data: { callbackUrl: BEFORE, status: 1 } });
  });
}

test("SIGINT in the middle of a read-only run: the report counts the checks that ran", async () => {
  const target = await watchedReference();
  await target.call("register", { callbackUrl: BEFORE });
  const out = temporaryFolder();
  const { code, stdout, stderr } = await runBin(
    ["run", "--read-only", "--base-url", target.url, "--out", out],
    { started: (kill) => target.onRequest(15, () => kill("SIGINT")) },
  );
  expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringMatching(/^\nStopping: .*\n$/) });
  const [, ran, planned] = /interrupted \(exit 130\): (\d+) of (\d+) checks ran\./.exec(stdout) ?? [];
  expect(Number(ran)).toBeLessThan(Number(planned));
  expect(readResult(out)).toMatchObject({ verdict: "interrupted", exitCode: 130, restored: [] });
});

const LOCKED_AFTER_MS = 2_000;
const PROMPT_MS = 5_000;

test("SIGINT during the wait for a lock-out: the run waits only until it can restore the target", async () => {
  const target = await watchedReference();
  await target.call("register", { callbackUrl: BEFORE });
  const out = temporaryFolder();
  let openAt = Number.POSITIVE_INFINITY;
  target.refuse((number) => number >= 60 && Date.now() < openAt, { status: 423 });
  const { code } = await runBin(
    ["run", "register", "--depth", "deep", "--base-url", target.url, "--out", out],
    {
      started: (kill) =>
        target.onRequest(60, () =>
          setTimeout(() => {
            openAt = Date.now() + LOCKED_AFTER_MS;
            kill("SIGINT");
          }, 1_000),
        ),
    },
  );
  expect({ code, isPrompt: Date.now() < openAt + PROMPT_MS }).toEqual({ code: 130, isPrompt: true });
  expect(readResult(out).restored[0]).toEqual({ merchant: "alpha", outcome: "restored" });
  expect(await target.call("query")).toMatchObject({ data: { callbackUrl: BEFORE, status: 1 } });
});

test.each([
  ["the arrival", 2],
  ["the first requests", 6],
])(
  "SIGINT while the target asks to come back in a minute, at %s, is heeded at once",
  async (_when, first) => {
    const target = await watchedReference();
    await target.call("register", { callbackUrl: BEFORE });
    const out = temporaryFolder();
    target.refuse((number) => number === first, { status: 429, headers: { "retry-after": "60" } });
    let sentAt = 0;
    const { code } = await runBin(["run", "query", "--base-url", target.url, "--out", out], {
      started: (kill) =>
        target.onRequest(first, () =>
          setTimeout(() => {
            sentAt = Date.now();
            kill("SIGINT");
          }, 500),
        ),
    });
    expect({ code, isPrompt: Date.now() < sentAt + PROMPT_MS }).toEqual({ code: 130, isPrompt: true });
    expect(readResult(out)).toMatchObject({ verdict: "interrupted", exitCode: 130 });
    expect(await target.call("query")).toMatchObject({ data: { callbackUrl: BEFORE } });
  },
);

test("a second SIGINT ends the process at once", async () => {
  const sockets = new EventEmitter();
  const silent = createServer((socket) => void socket.once("data", () => sockets.emit("request")));
  const baseUrl = `http://127.0.0.1:${await listening(silent)}`;
  const { code } = await runBin(["run", "--base-url", baseUrl, "--out", temporaryFolder()], {
    started(kill) {
      sockets.once("request", () => {
        kill("SIGINT");
        setTimeout(kill, 100, "SIGINT");
      });
    },
  });
  expect(code).toBe(130);
});

async function watchedReference() {
  const reference = createReference({
    choices: { statusAfterRegisterOnDisabled: 1 },
    merchants: [
      { name: "alpha", apiKey: API_KEY },
      { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
    ],
  });
  let requests = 0;
  const watch = { at: Number.POSITIVE_INFINITY, act: () => {} };
  const refusal = { isDue: (_number: number) => false, init: {} };
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      requests += 1;
      if (requests === watch.at) watch.act();
      if (refusal.isDue(requests)) return new Response('{"code":42300}', refusal.init);
      return reference.fetch(request, arrival);
    },
  });
  onTestFinished(async () => server.close());
  return {
    url: server.url,
    onRequest: (at: number, act: () => void) => Object.assign(watch, { at, act }),
    refuse: (isDue: (number: number) => boolean, init: ResponseInit) =>
      Object.assign(refusal, { isDue, init }),
    async call(operation: string, body?: object): Promise<unknown> {
      const response = await fetch(`${server.url}/abc/v1/webhook/${operation}`, {
        method: "POST",
        headers: { "X-API-Key": API_KEY, ...(body && { "Content-Type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return response.json();
    },
  };
}
