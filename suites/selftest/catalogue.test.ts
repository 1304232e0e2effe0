import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadSuites } from "../../lib/host/load-suites.ts";
import { isJudge } from "../../lib/check.ts";
import { mutants } from "../../lib/reference/mutants/mutants.ts";
import { areaOf, catalogue, isNormative, requirementIds } from "../../lib/requirements/catalogue.ts";
import { shownBy } from "./shown-by.ts";
import { WITHOUT_AXIS } from "./unshown.ts";
import { isWithoutCheck } from "./without-check.ts";

const modules = await loadSuites(fileURLToPath(new URL("..", import.meta.url)));
const judges = modules.flatMap(({ path, exports }) =>
  Object.values(exports).flatMap((value) => (isJudge(value) ? [{ path, judge: value }] : [])),
);
const judged = judges.map(({ judge }) => judge.requirement);

test("the ids of the catalogue are an interface", async () => {
  await expect(requirementIds.toSorted().join("\n")).toMatchFileSnapshot("./requirement-ids.txt");
});

test("every requirement has exactly one check or observation, or stands in the list of those without", () => {
  const without = requirementIds.filter((id) => isWithoutCheck(id));
  const missing = requirementIds.filter((id) => !judged.includes(id) && !isWithoutCheck(id));
  const doubled = judged.filter((id, index) => judged.indexOf(id) !== index);
  const superfluous = without.filter((id) => judged.includes(id));
  console.info(`${without.length} requirements are without a check: ${without.join(", ")}`);
  expect({ missing, doubled, superfluous }).toEqual({ missing: [], doubled: [], superfluous: [] });
});

test("every normative requirement has a mutant that breaks it", () => {
  const broken = new Set<string>(mutants.map((mutant) => mutant.breaks));
  const unbroken = requirementIds.filter((id) => isNormative(id) && !isWithoutCheck(id) && !broken.has(id));
  expect(unbroken).toEqual([]);
});

test("every unspecified requirement is an axis of the reference, or says why it cannot be one", () => {
  const shown = new Set([...shownBy.values()].flat());
  const open = requirementIds.filter((id) => !isNormative(id) && !isWithoutCheck(id));
  const silent = open.filter((id) => !shown.has(id) && !Object.hasOwn(WITHOUT_AXIS, id));
  const stale = Object.keys(WITHOUT_AXIS).filter((id) => shown.has(id));
  expect({ silent, stale }).toEqual({ silent: [], stale: [] });
});

test("a check stands in the file of its area", () => {
  const elsewhere = judges.filter(({ path, judge }) => {
    const name = path.replace(/^.*\//, "").replace(/\.ts$/, "");
    return name !== areaOf(judge.requirement);
  });
  expect(elsewhere.map(({ path, judge }) => `${judge.requirement} in ${path}`)).toEqual([]);
});

test("every row names the sections that it rests on, and an inferred one says how it follows", () => {
  const bare = requirementIds.filter((id) => {
    const row = catalogue[id];
    return (
      row.sections.length === 0 ||
      row.text.length < 12 ||
      (row.level === "inferred" && row.because.length < 20)
    );
  });
  expect(bare).toEqual([]);
});
