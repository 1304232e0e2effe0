import { expect, test } from "vitest";
import { runBin } from "../../lib/cli/testing/run-bin.ts";
import { callWebhook, MERCHANTS, servedReference } from "../../lib/cli/testing/served-reference.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { shownBy } from "./shown-by.ts";

const NOTHING_LEFT = "No run has left anything to restore.\n";
const URL_BEFORE = "https://merchant.example/before?token=1";
const ENABLES = { statusAfterRegisterOnDisabled: 1 } as const;

/** When a run is killed, and what the merchants had before it. */
interface Killing {
  /** At so many requests. */
  readonly atRequest: number;
  readonly before: "enabled" | "disabled" | "nothing";
  readonly choices?: Partial<Choices>;
  /** The next command, or another run. */
  readonly afterwards: "restore" | "run";
}

/** Kills the real command with SIGKILL in the middle of a run, restores the target, and returns the configuration at each point. */
async function killRun({ atRequest, before: kind, choices = {}, afterwards }: Killing) {
  const folder = temporaryFolder();
  let kill: (() => void) | undefined;
  const url = await servedReference({
    choices,
    arriving: (_, number) => {
      if (number === atRequest) kill?.();
    },
  });
  for (const { apiKey } of kind === "nothing" ? [] : MERCHANTS) {
    await callWebhook(url, "register", { callbackUrl: URL_BEFORE }, apiKey);
    if (kind === "disabled") await callWebhook(url, "disable", undefined, apiKey);
  }
  const before = await shownBy(url);
  const env = { XDG_STATE_HOME: folder };
  const target = ["--profile", "reference", "--base-url", url];
  const run = ["run", ...target, "--depth", "quick", "--out", folder];
  const first = await runBin(run, { env, started: (signal) => (kill = () => signal("SIGKILL")) });
  expect(first.code).toBe(null);
  kill = undefined;
  const between = await shownBy(url);
  const { code, stdout, stderr } = await runBin(afterwards === "restore" ? ["restore", ...target] : run, {
    env,
  });
  const { stdout: left } = await runBin(["restore"], { env });
  return { before, between, after: await shownBy(url), code, said: stdout + stderr, left };
}

test("a run that was killed is undone by restore", async () => {
  const killing = { atRequest: 217, before: "enabled", choices: ENABLES, afterwards: "restore" } as const;
  const { before, between, after, code, left } = await killRun(killing);
  expect(between).not.toEqual(before);
  expect({ after, code, left }).toEqual({ after: before, code: 0, left: NOTHING_LEFT });
});

test("the next run notices the journal, restores first, and puts the same back at its end", async () => {
  const killing = { atRequest: 90, before: "disabled", choices: ENABLES, afterwards: "run" } as const;
  const { before, after, code, said, left } = await killRun(killing);
  expect(said).toMatch(/was killed before it restored merchant alpha\. Now it is restored/);
  expect({ after, code, left }).toEqual({ after: before, code: 0, left: NOTHING_LEFT });
});

test("what nothing can restore is reported, and not reported again", async () => {
  const { after, code, said, left } = await killRun({
    atRequest: 150,
    before: "nothing",
    afterwards: "restore",
  });
  expect(after).toMatchObject({ status: 0 });
  expect(said).toContain("There was no webhook before the run, and the API has no delete");
  expect({ code, left }).toEqual({ code: 3, left: NOTHING_LEFT });
});
