import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleCheck } from "../../reporters/testing/example-result.ts";
import { runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { textsBelow } from "../testing/texts-below.ts";

const MADE = ["junit.xml", "report.html", "summary.md"];

test("report makes every output of a run with failures again, byte for byte, and changes no other file", async () => {
  const out = join(temporaryFolder(), "out");
  const baseUrl = await servedReference({ mutant: "accepts-ftp" });
  const args = ["--depth", "quick", "--base-url", baseUrl, "--html", "--out", out];
  expect((await runBin(["run", "callback-url", ...args])).code).toBe(1);
  const again = await runBin(["run", ...args]);
  expect(again.code).toBe(1);
  const before = textsBelow(out);
  expect([...before.keys()]).toEqual(expect.arrayContaining(MADE));
  for (const name of MADE) rmSync(join(out, name));
  const { code, stdout, stderr } = await runBin(["report", out]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [printed = "", wrote] = stdout.split(/(?=^.*: wrote )/m);
  expect(wrote).toMatch(/: wrote junit\.xml, summary\.md and report\.html\n$/);
  expect(printed).toMatch(/✗ callback-url\.https-only {2}failed[^]*\nVerdict {3}non-conformant/);
  expect(again.stdout.endsWith(printed)).toBe(true);
  expect(textsBelow(out)).toEqual(before);
});

test("report takes a result without evidence, also one that a later version has written", async () => {
  const cwd = temporaryFolder();
  storeResult(join(cwd, "conformance.json"), [exampleCheck("register.accepts")]);
  const stored = readFileSync(join(cwd, "conformance.json"), "utf8");
  writeFileSync(join(cwd, "conformance.json"), stored.replace("{", '{"later":[1],'));
  const { code, stdout } = await runBin(["report", "."], { cwd });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /Verdict {3}conformant[^]*\n\.: wrote junit\.xml, summary\.md and report\.html\n$/,
    ),
  });
  expect(readFileSync(join(cwd, "junit.xml"), "utf8")).toContain('name="register.accepts"');
  expect(readFileSync(join(cwd, "conformance.json"), "utf8")).toContain('"later":[1]');
});

test("2: no result, evidence of another check, a page that cannot be replaced, and nothing is written through a link", async () => {
  const cwd = temporaryFolder();
  expect((await runBin(["report", "missing"], { cwd })).code).toBe(2);
  storeResult(join(cwd, "conformance.json"), [exampleCheck("register.accepts")]);
  mkdirSync(join(cwd, "evidence"));
  const evidence = join(cwd, "evidence/register.accepts.json");
  writeFileSync(evidence, '{"requirement":"register.stores","exchanges":[]}');
  expect(await runBin(["report", "."], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Cannot read \S*evidence\/register\.accepts\.json: requirement/),
  });
  rmSync(evidence);
  writeFileSync(join(cwd, "other.txt"), "mine");
  symlinkSync(join(cwd, "other.txt"), join(cwd, "summary.md"));
  mkdirSync(join(cwd, "report.html"));
  expect(await runBin(["report", "."], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Cannot read or replace all files in \.: report\.html: EISDIR/),
  });
  symlinkSync("/dev/zero", join(cwd, "history.jsonl"));
  expect(await runBin(["report", "."], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("history.jsonl: it is a link; remove it"),
  });
  expect(readFileSync(join(cwd, "other.txt"), "utf8")).toBe("mine");
});
