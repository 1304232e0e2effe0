import { expect, test } from "vitest";
import { catalogue } from "../../../lib/cli/catalogue.ts";
import { readSets } from "../../../lib/cli/sets.ts";
import { strengthOf } from "../../../lib/engine/catalogue.ts";
import { findOutside } from "../../../lib/engine/requirement-set.ts";
import { compareVerdicts, type Difference } from "./compare-verdicts.ts";
import { NOT_STRICTER } from "./not-stricter.ts";
import { readPins } from "./pins.ts";
import { readRecord } from "./record.ts";

const { commit, set, verdicts } = readRecord();
const frozen = readSets().find(({ name }) => name === set);
const { stricter, looser, unknown, gone } = compareVerdicts(verdicts, readPins());

/** Whether a gate fails for the check if it names the newest set of the last release. */
function isFrozen({ id }: Difference): boolean {
  const requirement = catalogue.find(id);
  if (requirement === undefined || frozen === undefined) return false;
  return findOutside(frozen, id, strengthOf(requirement)) === undefined;
}

function findingOf({ id, server }: Difference): string {
  return `${id}: ${server}`;
}

test("the last release has judged each wrong server (if not: node suites/selftest/last-release/judge-new.ts)", () => {
  expect(unknown).toEqual([]);
});

test("the newest set of the last release is still there", () => {
  expect(frozen?.name).toBe(set);
});

test("no frozen check became stricter, unless its strength was raised", () => {
  const findings = stricter.filter(isFrozen).map(findingOf);
  expect(findings.filter((finding) => !Object.hasOwn(NOT_STRICTER, finding))).toEqual([]);
  expect(Object.keys(NOT_STRICTER).filter((finding) => !findings.includes(finding))).toEqual([]);
});

test("the differences from the last release are known", async () => {
  const lines = [
    ...stricter.map((one) => `stricter ${findingOf(one)}`),
    ...looser.map((one) => `looser ${findingOf(one)}`),
    ...gone.map((server) => `not judged any more: ${server}`),
  ];
  const page = [`Differences from the release of ${commit.slice(0, 8)}:`, ...lines.toSorted()];
  await expect(`${page.join("\n")}\n`).toMatchFileSnapshot("./differences.txt");
});
