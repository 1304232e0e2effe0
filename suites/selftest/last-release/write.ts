import { execFileSync } from "node:child_process";
import { readSets } from "../../../lib/cli/sets.ts";
import { readPins } from "./pins.ts";
import { writeRecord } from "./record.ts";

/** Makes the present commit the last release, with which `last-release.test.ts` compares later ones. */
const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

if (git("status", "--porcelain", "--", ":/lib", ":/suites") !== "") {
  process.stderr.write(
    "Cannot write the verdicts of this release: commit the changes of lib and suites first\n",
  );
  process.exit(2);
}
const verdicts = readPins();
const set = readSets().at(-1)?.name ?? "";
writeRecord({ commit: git("rev-parse", "HEAD"), set, verdicts });
process.stdout.write(`Wrote ${verdicts.length} verdicts. Remove all entries of NOT_STRICTER\n`);
