import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capsuleSchema } from "../../reporters/run/capsule.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Judges a server with one fault at quick depth. */
async function failing(requirement: string, mutant: string, selectors: readonly string[]) {
  const out = temporaryFolder();
  const at = await servedReference({ mutant });
  const args = ["--base-url", at, "--depth", "quick", "--html", "--out", out];
  const { code, stdout } = await runBin(["run", ...selectors, ...args]);
  expect({ code, stdout }).toMatchObject({ code: 1 });
  const [, finding = ""] = stdout.split(`✗ ${requirement}  `);
  const [shown = ""] = finding.split("\n\n");
  const check = readResult(out).checks.find((one) => one.requirement === requirement);
  const text = (name: string) => readFileSync(join(out, name), "utf8");
  const capsule = capsuleSchema.parse(JSON.parse(text(`capsules/${requirement}.json`)));
  return { shown, check, capsule, text };
}

test("a failure shows the exchange that set the expectation, also when an earlier check had sent it", async () => {
  const { shown, check, capsule, text } = await failing(
    "register.keeps-create-time",
    "sets-create-time-when-re-enabled",
    ["disable", "register.keeps-create-time"],
  );
  expect(check?.violation).toMatchObject({
    during: "disable.keeps-event-types",
    because: [2, 3],
    exchange: 4,
  });
  const [, before = ""] = /still "([^"]+)"/.exec(check?.violation?.expected ?? "") ?? [];
  expect(before).not.toBe("");
  const member = `"createTime":"${before}"`;
  expect(shown).toContain(member);
  expect(capsule.sequence.map(({ label }) => label)).toEqual(["disable", "query", "register", "query"]);
  expect(capsule.sequence[1]?.answer?.body).toContain(member);
  const [, reading] = JSON.parse(text("evidence/register.keeps-create-time.json")).exchanges;
  expect(reading.answer.body).toContain(member);
  for (const page of ["report.html", "summary.md"]) {
    expect(text(page).replaceAll("&quot;", '"')).toContain(member);
  }
});

test("where time matters, it stands between the exchanges", async () => {
  const { shown, check } = await failing("disable.lasts", "enables-after-half-a-second", ["disable"]);
  const lines = shown.split("\n").map((line) => line.trim());
  const disable = lines.findIndex((line) => line.includes("webhook/disable"));
  const pause = lines.findIndex((line) => /^… (?:\d+ others, )?\d\.\d s later$/.test(line));
  expect(disable).toBeGreaterThan(-1);
  expect(pause).toBeGreaterThan(disable);
  expect(lines.slice(disable, pause).join("")).toContain('"status":0');
  expect(lines.slice(pause).join("")).toContain('"status":1');
  expect(check?.violation?.because).toHaveLength(2);
});

test("a failure in answers to others shows the register that stored the expected URL", async () => {
  const { shown, check } = await failing("register.stores", "keeps-the-first-url", [
    "api-key.every-request",
    "register.stores",
  ]);
  const [, url = ""] = /"([^"]+)"/.exec(check?.violation?.expected ?? "") ?? [];
  expect(url).not.toBe("");
  const sent = shown.split("\n").filter((line) => line.includes("webhook/register"));
  expect(sent.join("\n")).toContain(url);
});
