import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import * as z from "zod";
import { readResult, runBin } from "../../lib/cli/testing/run-bin.ts";
import { callWebhook, MERCHANTS, servedReference } from "../../lib/cli/testing/served-reference.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import type { Choices } from "../../lib/reference/choices.ts";

type Kill = (signal: NodeJS.Signals) => unknown;

const BEFORE = { callbackUrl: "https://merchant.example/before?token=1", status: 1 };
const NOTHING_LEFT = "No run has left anything to restore.\n";
const LATE_MS = 900;

const answerSchema = z.object({
  data: z.object({ callbackUrl: z.string(), status: z.number() }).nullish().catch(undefined),
});

interface Scene {
  /** The run is stopped at the first register from this request on. The register takes effect late. */
  readonly from: number;
  readonly before?: "enabled" | "disabled" | "nothing";
  readonly choices?: Partial<Choices>;
}

/** A target, and the real command, which is stopped in the middle of a run against it. */
async function scene({ from, before = "enabled", choices = { statusAfterRegisterOnDisabled: 1 } }: Scene) {
  const folder = temporaryFolder();
  const log: string[] = [];
  let stop: (() => unknown) | undefined;
  const url = await servedReference({
    choices,
    async arriving(request, number) {
      const isLate = stop !== undefined && number >= from && request.url.endsWith("/register");
      log.push(isLate ? "late" : "request");
      if (!isLate) return;
      stop?.();
      stop = undefined;
      await sleep(LATE_MS);
    },
    async changed(answer) {
      log.push("applied");
      return answer;
    },
  });
  for (const { apiKey } of before === "nothing" ? [] : MERCHANTS) {
    await callWebhook(url, "register", { callbackUrl: BEFORE.callbackUrl }, apiKey);
    if (before === "disabled") await callWebhook(url, "disable", undefined, apiKey);
  }
  const args = ["--profile", "reference", "--base-url", url];
  const env = { XDG_STATE_HOME: folder };
  const run = ["run", ...args, "--depth", "quick", "--out", folder];
  return {
    folder,
    log,
    stopped: async (how: (kill: Kill) => unknown) =>
      runBin(run, { env, started: (kill) => (stop = () => how(kill)) }),
    again: async () => runBin(run, { env }),
    restore: async () => runBin(["restore", ...args], { env }),
    left: async () => (await runBin(["restore"], { env })).stdout,
    shown: async () => answerSchema.parse(await callWebhook(url, "query")).data ?? undefined,
  };
}

test.for(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s once: the current request is finished, then everything is restored and reported",
  async (signal) => {
    const { folder, log, stopped, shown } = await scene({ from: 60 });
    const { code, stdout, stderr } = await stopped((kill) => kill(signal));
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
    expect(await shown()).toEqual(BEFORE);
  },
);

test("SIGINT twice: it stops at once, the journal is kept, and restore uses it", async () => {
  const { log, stopped, restore, left, shown } = await scene({ from: 60 });
  const { code } = await stopped((kill) => {
    kill("SIGINT");
    setTimeout(kill, 200, "SIGINT");
  });
  expect({ code, last: log.at(-1) }).toEqual({ code: 130, last: "late" });
  await sleep(LATE_MS);
  expect(await left()).toMatch(/alpha at http:\/\/127\.0\.0\.1.*\n.*beta at/);
  expect(await shown()).not.toEqual(BEFORE);
  expect(await restore()).toMatchObject({ code: 0, stdout: "alpha: restored\nbeta: restored\n" });
  expect(await shown()).toEqual(BEFORE);
});

test("a run that was killed is undone by restore", async () => {
  const { stopped, restore, left, shown } = await scene({ from: 217 });
  expect((await stopped((kill) => kill("SIGKILL"))).code).toBe(null);
  await sleep(LATE_MS);
  expect(await shown()).not.toEqual(BEFORE);
  expect((await restore()).code).toBe(0);
  expect([await shown(), await left()]).toEqual([BEFORE, NOTHING_LEFT]);
});

test("the next run notices the journal, restores first, and puts the same back at its end", async () => {
  const { stopped, again, left, shown } = await scene({ from: 90, before: "disabled" });
  const before = await shown();
  await stopped((kill) => kill("SIGKILL"));
  const { code, stdout, stderr } = await again();
  expect(stdout + stderr).toMatch(/was killed before it restored merchant alpha\. Now it is restored/);
  expect([code, await shown(), await left()]).toEqual([0, before, NOTHING_LEFT]);
});

test("what nothing can restore is reported, and not reported again", async () => {
  const { stopped, restore, left, shown } = await scene({ from: 150, before: "nothing", choices: {} });
  await stopped((kill) => kill("SIGKILL"));
  const { code, stdout, stderr } = await restore();
  expect(await shown()).toMatchObject({ status: 0 });
  expect(stdout + stderr).toContain("There was no webhook before the run, and the API has no delete");
  expect([code, await left()]).toEqual([3, NOTHING_LEFT]);
});
