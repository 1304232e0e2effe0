import { join } from "node:path";
import { expect, test } from "vitest";
import { mutants } from "../../lib/cli/mutants.ts";
import { readResult, runBin } from "../../lib/cli/testing/run-bin.ts";
import { servedReference } from "../../lib/cli/testing/served-reference.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { areaOf } from "../../lib/engine/catalogue.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";

/** Mutants that are judged in real time, spread over all of them. */
const JUDGED = 20;
/** A run may take so many times as long as against the reference, and so many seconds more. */
const TIMES_THE_REFERENCE = 3;
const MORE_SECONDS = 90;

const groups = new Set(["webhook", "auth"]);
const known = mutants.filter(
  ({ breaks, mode }) => mode === undefined && groups.has(catalogue.groups.get(areaOf(breaks)) ?? ""),
);
const judged = known.filter((_, index) => index % Math.floor(known.length / JUDGED) === 0).slice(0, JUDGED);

/** How many seconds a run over the command line takes. */
async function secondsOf(mutant?: string): Promise<number> {
  const baseUrl = await servedReference(mutant === undefined ? {} : { mutant });
  const out = join(temporaryFolder(), "out");
  await runBin(["run", "--base-url", baseUrl, "--depth", "quick", "--quiet", "--out", out]);
  return readResult(out).durationMs / 1_000;
}

let reference: number | undefined;

test("there are twenty", () => {
  expect(judged).toHaveLength(JUDGED);
});

test.for(judged.map(({ name }) => name))(
  "%s gets its verdict over the command line in time",
  async (name) => {
    reference ??= await secondsOf();
    expect(await secondsOf(name)).toBeLessThanOrEqual(TIMES_THE_REFERENCE * reference + MORE_SECONDS);
  },
);
