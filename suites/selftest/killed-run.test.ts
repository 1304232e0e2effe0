import { expect, test } from "vitest";
import { killRun } from "./killed-run.ts";

const NOTHING_LEFT = "No run has left anything to restore.\n";
const ENABLES = { statusAfterRegisterOnDisabled: 1 } as const;

test.concurrent("a run that was killed is undone by restore", async () => {
  const { killed, before, between, after, exitCode, left } = await killRun({
    atRequest: 217,
    before: "enabled",
    choices: ENABLES,
    afterwards: "restore",
  });
  expect(killed).toBe(true);
  expect(between).not.toEqual(before);
  expect({ after, exitCode, left }).toEqual({ after: before, exitCode: 0, left: NOTHING_LEFT });
});

test.concurrent("the next run notices the journal, restores first, and puts the same back at its end", async () => {
  const { killed, before, after, exitCode, said, left } = await killRun({
    atRequest: 90,
    before: "disabled",
    choices: ENABLES,
    afterwards: "run",
  });
  expect(killed).toBe(true);
  expect(said).toMatch(/was killed before it restored merchant alpha\. Now it is restored/);
  expect({ after, exitCode, left }).toEqual({ after: before, exitCode: 0, left: NOTHING_LEFT });
});

test.concurrent("what nothing can restore is reported, and not reported again", async () => {
  const { killed, after, exitCode, said, left } = await killRun({
    atRequest: 150,
    before: "nothing",
    afterwards: "restore",
  });
  expect(killed).toBe(true);
  expect(after).toMatchObject({ status: 0 });
  expect(said).toContain("There was no webhook before the run, and the API has no delete");
  expect({ exitCode, left }).toEqual({ exitCode: 3, left: NOTHING_LEFT });
});
