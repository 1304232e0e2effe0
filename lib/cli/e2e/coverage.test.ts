import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test("a selection that the profile does not cover sends nothing, and the verdict says why", async () => {
  const out = temporaryFolder();
  const args = ["run", "three-d-secure", "--base-url", "http://127.0.0.1:1", "--out", out];
  const { code, stdout } = await runBin(args);
  expect({ code, stdout }).toMatchObject({ code: 3 });
  const result = readResult(out);
  const rows = result.checks.filter(({ verdict }) => verdict !== "inapplicable").length;
  expect(stdout.trimEnd().split("\n").at(-1)).toBe(
    `Verdict   incomplete (exit 3) at depth standard, three-d-secure only: checked 0 of the ${rows} requirements that apply; nothing was checked: ${rows} require more fields in the profile`,
  );
  expect(result).toMatchObject({ verdict: "incomplete", requests: { sent: 0 }, restored: [] });
  expect(result.coverage).toEqual({
    judged: 0,
    binding: rows,
    areas: [{ area: "three-d-secure", binding: rows, judged: 0, uncovered: rows }],
  });
  expect(result.checks[0]).toMatchObject({
    verdict: "uncovered",
    code: "need-not-offered",
  });
});

test("one merchant: every report names the uncovered checks, and --require-full exits with code 3", async () => {
  const cwd = temporaryFolder();
  const facts = "merchants: [{ name: alpha, apiKey: key-of-alpha }]";
  writeFileSync(join(cwd, "p.yaml"), `name: t\nbaseUrl: embedded\nauth: { mode: api-key }\n${facts}\n`);
  const args = ["run", "versioning", "isolation", "delivery", "--depth", "quick", "--profile", "p.yaml"];
  const { code, stdout } = await runBin([...args, "--out", "out"], { cwd });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  const result = readResult(join(cwd, "out"));
  const { judged, binding } = result.coverage;
  const left = binding - judged;
  expect(result.checks.filter(({ code: why }) => why === "need-not-offered")).toHaveLength(left);
  expect(stdout).toMatch(/^Next {6}check your own target: .* init sandbox, then .* run --profile/m);
  expect(stdout).toContain(
    `  ○ ${left} of isolation, delivery: Not checked: add a second merchant (merchants[1]) to the profile.`,
  );
  expect(stdout).toContain(
    `Verdict   conformant-partial (exit 0) at depth quick, versioning, isolation and delivery only: checked ${judged} of the ${binding} requirements that apply; ${left} require more fields in the profile`,
  );
  expect(result.checks.find(({ area }) => area === "isolation")).toMatchObject({ field: "merchants[1]" });
  const summary = readFileSync(join(cwd, "out", "summary.md"), "utf8");
  expect(summary).toContain(
    `## t: conformant-partial (versioning, isolation and delivery only), ${judged} of ${binding} checked at depth quick`,
  );
  expect(summary).toContain("### Not covered");
  const full = await runBin([...args, "--require-full", "--out", "full"], { cwd });
  expect(full).toMatchObject({ code: 3, stdout: expect.stringContaining("Verdict   incomplete (exit 3)") });
});

test.each([
  ["id,merchantId,eventTypes,retryCount,createTime,updateTime", "`createTime`"],
  ["id,merchantId,eventTypes,status,retryCount,createTime,updateTime", "`status`"],
] as const)(
  "a server that never returns %s is not accused, and the run tells what it did not show",
  async (omitted, shown) => {
    const out = temporaryFolder();
    let judged: Awaited<ReturnType<typeof runBin>> | undefined;
    await runBin(["serve", "--port", "0", "--choice", `omittedFields=${omitted}`], {
      async output(text, kill) {
        const [url] = /http:\S+?(?=[,.]? )/.exec(text) ?? [];
        if (url === undefined || judged !== undefined) return;
        const run = runBin(["run", "webhook", "auth", "--depth", "quick", "--base-url", url, "--out", out]);
        judged = await run;
        kill("SIGTERM");
      },
    });
    expect(judged).toMatchObject({ code: 0 });
    expect(judged?.stdout).toContain(`: The target never returned ${shown} in this run.`);
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
