import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleCheck, exampleHeader } from "../../reporters/testing/example-result.ts";
import { runBin } from "../testing/run-bin.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const CHECK = "versioning.path-prefix";

test("compare lets no run pass that checked less, and no other target", async () => {
  const cwd = temporaryFolder();
  const at = (name: string) => join(cwd, `${name}.json`);
  storeResult(at("good"), [exampleCheck(CHECK)]);
  storeResult(at("red"), [exampleCheck(CHECK, { verdict: "failed" })]);
  storeResult(at("dead"), [], { ending: { unreachable: true } });
  const target = { ...exampleHeader.target, name: "other" };
  storeResult(at("other"), [exampleCheck(CHECK)], { header: { target } });
  const dead = await runBin(["compare", at("red"), at("dead")]);
  expect(dead.code).toBe(1);
  expect(dead.stdout).toMatch(
    /\n\nAfter: unreachable, nothing was checked\.\nLess was checked than before\.\n$/,
  );
  expect(dead.stdout).not.toContain("not run");

  const refused = await runBin(["compare", at("good"), at("other")]);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(
    /^Cannot compare: the results are of different targets, sandbox \(.* add --across\n$/,
  );
  expect((await runBin(["compare", at("good"), at("other"), "--across"])).code).toBe(0);
});
