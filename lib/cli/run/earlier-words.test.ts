import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const HISTORY = "history.jsonl";

test("a 24th status fails in the run that shows it, whenever the others were shown", async () => {
  const out = join(temporaryFolder(), "out");
  const args = ["run", "transaction.statuses", "transaction.types", "--depth", "quick", "--out", out];
  const first = await runBin(args);
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toContain(
    "Transactions have shown 9 of at most 9 types and 23 of at most 23 statuses so far.",
  );
  const [line = ""] = readFileSync(join(out, HISTORY), "utf8").split("\n");
  appendFileSync(
    join(out, HISTORY),
    `${line.replace('"statuses":[', String.raw`"statuses":["\"On hold\"",`)}\n`,
  );
  const second = await runBin(args);
  expect(second).toMatchObject({ code: 1 });
  expect(second.stdout).toContain("(24 of them known from earlier runs, in history.jsonl)");
  const failed = readResult(out).checks.filter(({ verdict }) => verdict === "failed");
  expect(failed.map(({ requirement }) => requirement)).toEqual(["transaction.statuses"]);
});
