import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, type TestContext } from "vitest";
import { readResult, runBin } from "../../lib/cli/testing/run-bin.ts";
import { loadProfile } from "../../lib/profile/load/load-profile.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { serveReference } from "../../lib/reference/serve-reference.ts";
import { directCaller } from "./direct-caller.ts";

const BEFORE = { callbackUrl: "https://merchant.example/before", status: 1 };
const INTERRUPTED_AT = 60;
const LATE_MS = 900;

/** A reference whose answer to one register takes effect late; signals are sent while that request is on its way. */
async function slowTarget({ onTestFinished }: Pick<TestContext, "onTestFinished">) {
  const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-interrupted-"));
  const { profile } = await loadProfile("reference", {});
  const reference = createReference({
    merchants: profile.merchants,
    choices: { statusAfterRegisterOnDisabled: 1 },
  });
  const direct = await directCaller(reference, profile);
  for (const merchant of ["alpha", "beta"]) await direct.register(merchant, BEFORE.callbackUrl);
  const log: string[] = [];
  const act: { onSlow: () => void } = { onSlow: () => undefined };
  let requests = 0;
  const server = await serveReference({
    ...reference,
    async fetch(request, arrival) {
      requests += 1;
      const isLate = requests >= INTERRUPTED_AT && !log.includes("late") && request.url.endsWith("/register");
      log.push(isLate ? "late" : "request");
      if (isLate) {
        act.onSlow();
        await sleep(LATE_MS);
      }
      const response = await reference.fetch(request, arrival);
      log.push(isLate ? "late applied" : "applied");
      return response;
    },
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const args = ["--profile", "reference", "--base-url", server.url];
  return { folder, direct, log, act, args, env: { XDG_STATE_HOME: folder } };
}

test.concurrent.for(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s once: the current request is finished, then everything is restored and reported",
  async (signal, context) => {
    const { folder, direct, log, act, args, env } = await slowTarget(context);
    const { code, stdout, stderr } = await runBin(["run", ...args, "--out", folder], {
      env,
      started: (kill) => (act.onSlow = () => kill(signal)),
    });
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: expect.stringContaining("the run first restores what it changed"),
    });
    expect(stdout).toMatch(/Verdict {3}interrupted \(exit 130\): \d+ of \d+ checks ran\./);
    expect(log.slice(log.indexOf("late"))[1]).toBe("late applied");
    expect(readResult(folder)).toMatchObject({
      verdict: "interrupted",
      exitCode: 130,
      restored: [{ outcome: "restored" }, { outcome: "restored" }],
    });
    expect(await direct.query("alpha")).toEqual(BEFORE);
  },
);

test.concurrent("SIGINT twice: it stops at once, the journal is kept, and restore uses it", async (context) => {
  const { folder, direct, log, act, args, env } = await slowTarget(context);
  const { code } = await runBin(["run", ...args, "--out", folder], {
    env,
    started: (kill) => {
      act.onSlow = () => {
        kill("SIGINT");
        setTimeout(kill, 200, "SIGINT");
      };
    },
  });
  expect(code).toBe(130);
  expect(log.at(-1)).toBe("late");
  await sleep(LATE_MS);
  const listed = await runBin(["restore"], { env });
  expect(listed.stdout).toMatch(/alpha at http:\/\/127\.0\.0\.1.*\n.*beta at/);
  expect(await direct.query("alpha")).not.toEqual(BEFORE);
  const restored = await runBin(["restore", ...args], { env });
  expect(restored).toMatchObject({ code: 0, stdout: "alpha: restored\nbeta: restored\n" });
  expect(await direct.query("alpha")).toEqual(BEFORE);
});
