import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

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
