import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../../lib/package/package-root.ts";
import type { judgeTarget } from "../judge-target.ts";
import { compareVerdicts } from "./compare-verdicts.ts";
import { judgeServer } from "./judge-server.ts";
import { readPins } from "./pins.ts";
import { readRecord, writeRecord } from "./record.ts";

/** Lets the suite of the last release judge the wrong servers that are newer, and adds its verdicts to the record. */
const record = readRecord();
const { commit, verdicts } = record;
const { unknown } = compareVerdicts(verdicts, readPins());
const folder = mkdtempSync(join(tmpdir(), "last-release-"));
try {
  const judge = await suiteOf(commit);
  const added: string[] = [];
  for (const server of unknown) {
    added.push(await judgeServer(server, judge));
    process.stdout.write(`${added.at(-1)}\n`);
  }
  writeRecord({ ...record, verdicts: [...verdicts, ...added] });
  process.stdout.write(`Added ${added.length} verdicts of ${commit}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Brings the sources of a commit out of the history, and loads its suite. */
async function suiteOf(revision: string): Promise<typeof judgeTarget> {
  const archive = execFileSync("git", ["archive", revision, "lib", "suites", "config", "package.json"], {
    cwd: packageRoot,
    maxBuffer: 2 ** 28,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
  const file = pathToFileURL(join(folder, "suites/selftest/judge-target.ts"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an earlier version of the same module
  const loaded = (await import(file.href)) as { readonly judgeTarget: typeof judgeTarget };
  return loaded.judgeTarget;
}
