import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { readResult, runBin } from "../testing/run-bin.ts";
import { MERCHANTS, callWebhook, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const BEFORE = "https://merchant.example/before";

const LOCKED_AFTER_MS = 2_000;
const PROMPT_MS = 5_000;

test("SIGINT during the wait for a lock-out: the run waits only until it can restore the target", async () => {
  const target = await watchedReference();
  await target.call("register", { callbackUrl: BEFORE });
  const out = temporaryFolder();
  let openAt = Number.POSITIVE_INFINITY;
  target.refuse((number) => number >= 60 && Date.now() < openAt, { status: 423 });
  const { code, stdout } = await runBin(
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
  expect(stdout).toContain("State after the run:\n  alpha: restored\n");
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

async function watchedReference() {
  const watch = { at: Number.POSITIVE_INFINITY, act: () => {} };
  const refusal = { isDue: (_number: number) => false, init: {} };
  const url = await servedReference({
    choices: { statusAfterRegisterOnDisabled: 1 },
    arriving(_, number) {
      if (number === watch.at) watch.act();
      return refusal.isDue(number) ? new Response('{"code":42300}', refusal.init) : undefined;
    },
  });
  return {
    url,
    onRequest: (at: number, act: () => void) => Object.assign(watch, { at, act }),
    refuse: (isDue: (number: number) => boolean, init: ResponseInit) =>
      Object.assign(refusal, { isDue, init }),
    call: async (operation: "register" | "query", body?: object) => callWebhook(url, operation, body),
  };
}

const KILLED_AT = 110;

const evidence = z.looseObject({ requirement: z.string(), exchanges: z.array(z.looseObject({})).min(1) });

test("a killed run has kept the evidence of each check that it judged, without a key", async () => {
  const out = join(temporaryFolder(), "out");
  const run: { kill?: (signal: NodeJS.Signals) => void } = {};
  const url = await servedReference({
    arriving: (_, number) => number === KILLED_AT && run.kill?.("SIGKILL"),
  });
  const { code } = await runBin(["run", "register", "--depth", "quick", "--base-url", url, "--out", out], {
    env: { XDG_STATE_HOME: temporaryFolder() },
    started: (kill) => (run.kill = kill),
  });
  expect(code).toBe(null);
  const files = readdirSync(join(out, "evidence")).map((name) => join(out, "evidence", name));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    expect(() => evidence.parse(JSON.parse(text))).not.toThrow();
    expect({ file, mode: statSync(file).mode & 0o077 }).toEqual({ file, mode: 0 });
    expect(MERCHANTS.filter(({ apiKey }) => text.includes(apiKey))).toEqual([]);
  }
});
