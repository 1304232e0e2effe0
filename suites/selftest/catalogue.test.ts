import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue, sentences } from "../../lib/cli/catalogue.ts";
import { areaOf, isDecided, isNormative } from "../../lib/engine/requirement/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { IMPLEMENTABLE } from "../../lib/profile/schema/profile-schema.ts";
import { RETIRED_IDS } from "../contents.ts";

const { requirements, ids } = catalogue;

/** The observations that each choice of the reference changes, and those that none changes: `observations.test.ts` pins them. */
const table = pinned("shown-by.txt");
/** Latency is another one in every run. Only checks send the calls that may have an effect for good. */
const NOT_COMPARED = ["limits.latency", "three-d-secure.answers"];
/** Observations of deliveries, whose pins name parts. */
const OF_DELIVERIES = ["answers", "failures", "gives-up", "order", "request", "signing"];

function pinned(file: string): string {
  return readFileSync(new URL(file, import.meta.url), "utf8");
}

test("the ids of the catalogue are an interface: each stands in a pin, and no other id does", () => {
  const pins = [table, pinned("kill-matrix.txt"), pinned("deliveries.txt")].join("\n");
  const named = [...pins.matchAll(/(?<=[ (])[a-z][a-z\d-]+\.[a-z][a-z\d-]*(?=[,;) \n])/g)].map(([id]) => id);
  const known = new Set([...named, ...NOT_COMPARED, ...OF_DELIVERIES.map((name) => `delivery.${name}`)]);
  expect(ids.toSorted()).toEqual([...known].toSorted());
});

test("every requirement is decided or observed", () => {
  expect(requirements.filter((one) => !isDecided(one)).map(({ id }) => id)).toEqual([]);
});

test("every normative requirement has a mutant that breaks it", () => {
  const broken = new Set<string>(mutants.map((mutant) => mutant.breaks));
  const unbroken = requirements.filter((one) => isNormative(one) && !broken.has(one.id));
  expect(unbroken.map(({ id }) => id)).toEqual([]);
  expect(mutants.filter(({ breaks }) => catalogue.find(breaks) === undefined)).toEqual([]);
});

test("every unspecified requirement stands in the table of what choices change; those of deliveries have their own", () => {
  const open = requirements.filter((one) => !isNormative(one)).map(({ id }) => id);
  const silent = open.filter((id) => areaOf(id) !== "delivery" && !table.includes(` ${id} (`));
  expect(silent.toSorted()).toEqual(NOT_COMPARED);
});

test("every foundation is a requirement, named once", () => {
  const { foundations } = catalogue;
  expect(foundations.filter((id) => catalogue.find(id) === undefined)).toEqual([]);
  expect(new Set(foundations).size).toBe(foundations.length);
});

test("a retired id is not used again, and what replaces it can be pinned", () => {
  const former = Object.values(RETIRED_IDS).flatMap((names) => names.split(","));
  expect(former.filter((id) => catalogue.find(id) !== undefined)).toEqual([]);
  expect(former.length).toBe(new Set(former).size);
  const now = Object.keys(RETIRED_IDS).flatMap((names) => names.split(", "));
  expect(now.filter((id) => catalogue.find(id)?.level !== "unspecified")).toEqual([]);
});

test("a sentence stands in the folder of its area", () => {
  const elsewhere = sentences.filter(
    ({ path, requirement }) => path.split("/").at(-2) !== areaOf(requirement.id),
  );
  expect(elsewhere.map(({ path, requirement }) => `${requirement.id} in ${path}`)).toEqual([]);
});

test("every requirement names the sections that it rests on, and an inferred one says how it follows", () => {
  const bare = requirements.filter(
    ({ sections, text, level, because = "" }) =>
      sections.length === 0 || text.length < 12 || (level === "inferred" && because.length < 20),
  );
  expect(bare.map(({ id }) => id)).toEqual([]);
});

test("a profile can list every group of areas, and every area of operations, as implemented", () => {
  const groups = [...catalogue.groups.values()];
  const ofOperations = [...catalogue.groups]
    .filter(([, group]) => group === "operations")
    .map(([area]) => area);
  expect(IMPLEMENTABLE.toSorted()).toEqual([...new Set([...groups, ...ofOperations])].toSorted());
});
