import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { readResult, runBin } from "../../lib/cli/testing/run-bin.ts";
import { callWebhook, MERCHANTS, servedReference } from "../../lib/cli/testing/served-reference.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { shownBy } from "./shown-by.ts";

const BEFORE = { callbackUrl: "https://merchant.example/before", status: 1 };
const INTERRUPTED_AT = 60;
const LATE_MS = 900;

/** A reference whose answer to one register takes effect late; signals are sent while that request is on its way. */
async function slowTarget() {
  const folder = temporaryFolder();
  const log: string[] = [];
  const act: { onSlow: () => void } = { onSlow: () => undefined };
  const url = await servedReference({
    choices: { statusAfterRegisterOnDisabled: 1 },
    async arriving(request, number) {
      const isLate = number >= INTERRUPTED_AT && !log.includes("late") && request.url.endsWith("/register");
      log.push(isLate ? "late" : "request");
      if (!isLate) return;
      act.onSlow();
      await sleep(LATE_MS);
    },
    async changed(answer) {
      log.push("applied");
      return answer;
    },
  });
  for (const { apiKey } of MERCHANTS)
    await callWebhook(url, "register", { callbackUrl: BEFORE.callbackUrl }, apiKey);
  const args = ["--profile", "reference", "--base-url", url];
  return { folder, url, log, act, args, env: { XDG_STATE_HOME: folder } };
}

test.for(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s once: the current request is finished, then everything is restored and reported",
  async (signal) => {
    const { folder, url, log, act, args, env } = await slowTarget();
    const { code, stdout, stderr } = await runBin(["run", ...args, "--out", folder], {
      env,
      started: (kill) => (act.onSlow = () => kill(signal)),
    });
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: expect.stringContaining("the run first restores what it changed"),
    });
    expect(stdout).toMatch(/Verdict {3}interrupted \(exit 130\): \d+ of \d+ checks ran\./);
    expect(log.slice(log.indexOf("late"))[1]).toBe("applied");
    expect(readResult(folder)).toMatchObject({
      verdict: "interrupted",
      exitCode: 130,
      restored: [{ outcome: "restored" }, { outcome: "restored" }],
    });
    expect(await shownBy(url)).toEqual(BEFORE);
  },
);

test("SIGINT twice: it stops at once, the journal is kept, and restore uses it", async () => {
  const { folder, url, log, act, args, env } = await slowTarget();
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
  expect(await shownBy(url)).not.toEqual(BEFORE);
  const restored = await runBin(["restore", ...args], { env });
  expect(restored).toMatchObject({ code: 0, stdout: "alpha: restored\nbeta: restored\n" });
  expect(await shownBy(url)).toEqual(BEFORE);
});
