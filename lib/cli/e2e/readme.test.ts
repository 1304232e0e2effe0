import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../package/package-root.ts";
import { runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Parts that differ in each run, as the README shows them. */
const SHOWN: readonly (readonly [RegExp, string])[] = [
  [/^\d+\/\d+ · .*\n/gm, ""],
  [/http:\/\/127\.0\.0\.1:\d+/g, "http://127.0.0.1:4010"],
  [/cc-[0-9a-f]{10}/g, "cc-10a7523ded"],
  [/(?<=\/hook\/)\d+/g, "118"],
  [/^Requests {2}\d+/gm, "Requests  123"],
  [/\S+\/(?=evidence\/|capsules\/|summary\.md)/g, "reports/latest/"],
  [/npm run -s cli --/g, "npx --no-install card-issuing-conformance"],
  [/in \d+\.\d s$/gm, "in 1.0 s"],
  [/: about \d+ s\.$/gm, ": about 1 s."],
];

test("the first run that the README shows is what the command prints", async () => {
  const readme = readFileSync(join(packageRoot, "README.md"), "utf8");
  const [, command = "", sample = ""] = /`(run [^`]+)`\):\n\n```\n([^]+?)```/.exec(readme) ?? [];
  const at = await servedReference({ mutant: "accepts-ftp" });
  const { stdout } = await runBin([...command.split(" "), "--base-url", at, "--out", temporaryFolder()]);
  const printed = SHOWN.reduce((text, [pattern, shown]) => text.replaceAll(pattern, shown), stdout);
  expect(printed).toBe(sample);
});

test("the observations that the page of suites shows are what the command prints", async () => {
  const page = readFileSync(join(packageRoot, "suites/README.md"), "utf8");
  const [, command = "", sample = "(no sample)"] = /`(observe [^`]+)`\):\n\n```\n([^]+?)```/.exec(page) ?? [];
  const { stdout } = await runBin([...command.split(" "), "--out", temporaryFolder()]);
  expect(stdout).toContain(sample);
});
