import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSets } from "../../lib/cli/sets.ts";
import { packageRoot } from "../../lib/package/package-root.ts";
import { changelogProblems } from "./changelog-problems.ts";
import { presentSet } from "./present-set.ts";

const OLDER = { name: "2026-07-31", requirements: { "register.stores": 1 } };
const NEWER = { name: "2026-09-22", requirements: { "register.stores": 1, "query.answers": 1 } };
const RELEASED = "## [1.0.0]\n\n- `run --set 2026-09-22` and 2026-07-31.\n";

/** The problems of a changelog with these entries in its section "Unreleased". */
function problems(entries: readonly string[], present: Readonly<Record<string, number>>, rest = RELEASED) {
  const lines = entries.map((text) => `- ${text}\n`).join("");
  const page = `# Changelog\n\n## [Unreleased]\n\n### Added\n\n${lines}\n${rest}`;
  return changelogProblems(page, { present, sets: [OLDER, NEWER] });
}

const SAME = NEWER.requirements;

test("CHANGELOG.md names each check that can fail a gate, and each set", () => {
  const page = readFileSync(join(packageRoot, "CHANGELOG.md"), "utf8");
  const present = presentSet("present").requirements;
  expect(changelogProblems(page, { present, sets: readSets() })).toEqual([]);
});

test("an entry must name a new check", () => {
  const present = { ...SAME, "query.order": 1 };
  const missing = ['no entry "New check" or "Stricter" names `query.order`'];
  expect(problems(["`query.order` is a neutral entry."], present)).toEqual(missing);
  expect(problems(["Looser: `query.order`."], present)).toEqual(missing);
  for (const entry of ["New check: order (`query.order`).", "New checks of queries: `*.order`."])
    expect(problems([entry], present)).toEqual([]);
  const before = `${RELEASED}- New checks of queries: \`query.*\`.\n`;
  expect(problems([], present, before)).toEqual(missing);
});

test("an entry must name a stronger check with its strength", () => {
  const present = { ...SAME, "query.answers": 2 };
  const missing = ['no entry "New check" or "Stricter" names `query.answers` (strength 2)'];
  expect(problems(["Stricter: `query.answers` also fails late answers."], present)).toEqual(missing);
  for (const name of ["`query.answers`", "`query.*`", "`*.ans*`"])
    expect(problems([`Stricter: late answers fail (${name} (strength 2)).`], present)).toEqual([]);
});

test("an entry about a stricter check needs a strength that was raised", () => {
  expect(problems(["Stricter: `query.answers` also fails late answers."], SAME)).toEqual([
    "query.answers is announced as stricter, but its strength was not raised",
  ]);
  expect(problems(["Looser: `query.answers` passes late answers."], SAME)).toEqual([]);
  const unpublished = "## [0.1.0]\n\nThe first version.\n";
  expect(problems(["Stricter: `query.answers` of 2026-09-22, 2026-07-31."], SAME, unpublished)).toEqual([]);
});

test("an entry names requirements that there are, and the changelog each set", () => {
  expect(problems(["Looser: answers pass."], SAME)).toEqual([
    "no id of a requirement in: Looser: answers pass.",
  ]);
  expect(problems(["Looser: `query.anwers`."], SAME)).toEqual(["unknown id query.anwers"]);
  expect(problems([], SAME, "## [1.0.0]\n\n- 2026-09-22\n")).toEqual(["the set 2026-07-31 is not named"]);
});
