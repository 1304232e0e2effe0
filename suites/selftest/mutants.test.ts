import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { isInSample, JUDGES_ALL, MUTANT_STEPS } from "./is-in-sample.ts";
import { judgeMutant, type Kill, killLine, seekMutant } from "./judge-mutant.ts";
import { idsWith } from "./judge-target.ts";

const LEAST_QUICK_KILLS = 0.86;
const LEAST_ROOTED = 0.95;
/** Those that show only where events occur are judged in `deliveries.test.ts`. */
const judged = mutants.filter(({ breaks }) => areaOf(breaks) !== "delivery");
const rows = judged.map((mutant) => [mutant.name, mutant] as const);
const isWhole = ([name]: (typeof rows)[number]) => isInSample(name, MUTANT_STEPS.whole);
/** The first mutant of each requirement, so that each is seen failing, and one in six of the others. `kills.test.ts` seeks some. */
const firsts = new Set([...Map.groupBy(judged, ({ breaks }) => breaks).values()].map(([first]) => first));
const isElsewhere = ([name]: (typeof rows)[number]) => isInSample(name, MUTANT_STEPS.sought);
const sought = rows.filter(
  (row) => !isWhole(row) && !isElsewhere(row) && (firsts.has(row[1]) || isInSample(row[0], 6)),
);
const PINS = new URL("kill-matrix.txt", import.meta.url);
const kills: Kill[] = [];
/** Of which a run says that nothing valid is accepted, before it judges anything; and the cause that it names. */
const UNVISITED = { "wants-a-signature-for-register": "signature-demanded" };
const unvisited: Record<string, string> = {};

/** Whether the only root failure, or of a requirement that only warns the only warning, is what the mutant breaks. */
function isNamed({ breaks, roots, warned }: Kill): boolean {
  const [found, ...others] = roots.length === 0 ? warned : roots;
  return found === breaks && others.length === 0;
}

test("names are unique and say what the server does", () => {
  const names = mutants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]+(-[a-z\d]+(\.\d+)?)+$/.test(name))).toEqual([]);
});

test.for(rows.filter(isWhole))(
  "%s is caught for what it breaks, in the time that a broken server may take",
  async ([name, mutant]) => {
    const { cause, errored, late, ...kill } = await judgeMutant(mutant);
    if (cause !== undefined) unvisited[name] = cause;
    kills.push(kill);
    expect(kill.caught).toContain(mutant.breaks);
    expect({ errored, late }).toEqual({ errored: [], late: [] });
  },
);

test.for(sought)("%s is caught", async ([, mutant]) => {
  const { isFound, report } = await seekMutant(mutant);
  expect(idsWith(report, "errored")).toEqual([]);
  expect(isFound).toBe(true);
});

test.runIf(JUDGES_ALL)("the checks that catch each mutant are written", async () => {
  await expect(`${kills.map(killLine).toSorted().join("\n")}\n`).toMatchFileSnapshot(PINS.pathname);
});

test.skipIf(JUDGES_ALL)("every mutant is caught by the same checks as before", () => {
  const names = new Set(kills.map(({ mutant }) => mutant));
  const pinned = readFileSync(PINS, "utf8").split("\n");
  expect(kills.map(killLine).toSorted()).toEqual(
    pinned.filter((line) => names.has(line.slice(0, line.indexOf(" |")))),
  );
});

test.runIf(JUDGES_ALL)("nearly every mutant has one root, the requirement that it breaks", () => {
  expect(kills.filter(isNamed).length / kills.length).toBeGreaterThanOrEqual(LEAST_ROOTED);
});

test("only where a valid register is never accepted does a run judge nothing", () => {
  const judgedWhole = new Set(rows.filter(isWhole).map(([name]) => name));
  expect(unvisited).toEqual(
    Object.fromEntries(Object.entries(UNVISITED).filter(([name]) => judgedWhole.has(name))),
  );
});

test.runIf(JUDGES_ALL)("nearly all mutants are caught at quick depth", () => {
  expect(kills.filter(({ depth }) => depth === "quick").length / kills.length).toBeGreaterThanOrEqual(
    LEAST_QUICK_KILLS,
  );
});
