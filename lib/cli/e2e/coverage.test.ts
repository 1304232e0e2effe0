import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseChoice } from "../../reference/parse-choice.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test.each([
  ["id,merchantId,eventTypes,retryCount,createTime,updateTime", "`createTime`"],
  ["id,merchantId,eventTypes,status,retryCount,createTime,updateTime", "`status`"],
] as const)(
  "a server that never returns %s is not accused, and the run names what it did not show",
  async (omitted, shown) => {
    const out = temporaryFolder();
    const url = await servedReference({ choices: parseChoice(`omittedFields=${omitted}`) });
    const args = ["run", "webhook", "auth", "--depth", "quick", "--base-url", url, "--out", out];
    const judged = await runBin(args);
    expect(judged).toMatchObject({ code: 0 });
    expect(judged.stdout).toContain(`: The target never returned ${shown} in this run.`);
    const { verdict, counts, checks } = readResult(out);
    expect({ verdict, failed: counts["failed"], inconclusive: counts["inconclusive"] }).toEqual({
      verdict: "conformant-partial",
      failed: 0,
      inconclusive: 0,
    });
    const hidden = checks.filter(({ code }) => code === "never-returned");
    const named = new Set(hidden.flatMap(({ neverReturned = [] }) => neverReturned));
    expect(named).toEqual(new Set(omitted.split(",")));
  },
);

test.each([
  [true, "passed", 1],
  [false, "uncovered", 0],
])(
  "where a profile gives no other operation of an area, and its consent to a transfer is %s, the key of transfers is %s",
  async (mayTakeEffect, verdict, judged) => {
    const cwd = temporaryFolder();
    const transfer = {
      body: { fromAccountId: "A100001", toAccountId: "S100001", amount: 1 },
      mayTakeEffect,
      keyPattern: "^reference-",
      ceiling: { pointer: "/amount", max: 1 },
    };
    const merchant = { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" };
    const profile = { name: "t", baseUrl: "embedded", auth: { mode: "api-key" }, merchants: [merchant] };
    const operations = { "account/transfer": transfer };
    writeFileSync(join(cwd, "p.yaml"), JSON.stringify({ ...profile, operations }));
    await runBin(["run", "account", "--depth", "quick", "--profile", "p.yaml", "--out", "out"], { cwd });
    const { checks, coverage } = readResult(join(cwd, "out"));
    expect(checks.find(({ requirement }) => requirement === "account.needs-key")).toMatchObject({ verdict });
    expect(coverage?.operations?.filter(({ state }) => state === "judged")).toHaveLength(judged);
  },
);
