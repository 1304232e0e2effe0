import { expect, test } from "vitest";
import { areaOf } from "../../lib/engine/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { broadestAccusers } from "./broadest-accusers.ts";
import { judgeMutant, type Kill, killLine } from "./judge-mutant.ts";
import { timeLimit } from "./time-limit.ts";

const LEAST_QUICK_KILLS = 0.86;
const LEAST_ROOTED = 0.95;
/** Those that show only where events occur are judged in `deliveries.test.ts`. */
const judged = mutants.filter(({ breaks }) => areaOf(breaks) !== "delivery");
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

test.for(judged.map((mutant) => [mutant.name, mutant] as const))(
  "%s is caught for what it breaks",
  async ([name, mutant]) => {
    const { breaks, mode = "api-key" } = mutant;
    const verdicts = await judgeMutant(mutant);
    const { depth, caught, roots, warned } = verdicts.at(-1) ?? verdicts[0];
    for (const verdict of verdicts) {
      if (verdict.cause !== undefined) unvisited[name] = verdict.cause;
      const limit = await timeLimit({ mode, depth: verdict.depth, mcp: verdict.mcp });
      expect(verdict.seconds, "the seconds that a run takes").toBeLessThanOrEqual(limit);
    }
    kills.push({ mutant: name, breaks, depth, caught, roots, warned });
    expect(caught).toContain(breaks);
    expect(verdicts.flatMap(({ errored }) => errored)).toEqual([]);
  },
);

test("every mutant is caught by the same checks as before", async () => {
  const lines = kills.map(killLine);
  await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot("./kill-matrix.txt");
});

test("nearly every mutant has one root, the requirement that it breaks", () => {
  expect(kills.filter(isNamed).length / kills.length).toBeGreaterThanOrEqual(LEAST_ROOTED);
});

test("only where a valid register is never accepted does a run judge nothing", () => {
  expect(unvisited).toEqual(UNVISITED);
});

test("no area accuses more mutants than before of what they do not break", async () => {
  await expect(`${broadestAccusers(kills).join("\n")}\n`).toMatchFileSnapshot("./broadest-accusers.txt");
});

test("nearly all mutants are caught at quick depth", () => {
  expect(kills.filter(({ depth }) => depth === "quick").length / kills.length).toBeGreaterThanOrEqual(
    LEAST_QUICK_KILLS,
  );
});
