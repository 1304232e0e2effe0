import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { readSets } from "../../lib/cli/sets.ts";
import { findOutside } from "../../lib/engine/requirement-set.ts";
import { suitesFolder } from "../../lib/package/package-root.ts";
import { presentSet } from "./present-set.ts";

/** Digests of all published sets. Only add to them: gates name these sets. */
const DIGESTS: Readonly<Record<string, string>> = {
  "2026-07-31": "b5834273d5904a0b69c3c04cd8c15720e7d7919d4e629fc3d6f8963ab6c88b02",
  "2026-09-22": "76625921ceab4c9caed5416fdd9dd9f8f5c2dddadedcbc4cf6c35f5220df5ab7",
};

const folder = join(suitesFolder, "sets");
const sets = readSets();
const newest = sets.at(-1) ?? { name: "", requirements: {} };

test("a published set never changes", () => {
  const digests = readdirSync(folder).map((file) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
    return [file.replace(/\.json$/, ""), digest];
  });
  expect(Object.fromEntries(digests)).toEqual(DIGESTS);
  expect(sets.map(({ name }) => name)).toEqual(Object.keys(DIGESTS));
});

test("a set lists requirements of the catalogue, and a check never becomes weaker than in a set", () => {
  const { requirements: present } = presentSet("present");
  const wrong = sets.flatMap(({ name, requirements }) =>
    Object.entries(requirements)
      .filter(([id, strength]) => catalogue.find(id) === undefined || (present[id] ?? strength) < strength)
      .map(([id]) => `${id} of ${name}`),
  );
  expect(wrong).toEqual([]);
});

test("the checks that no set has yet, or not with their strength, are known", async () => {
  const unpublished = Object.entries(presentSet("present").requirements).flatMap(([id, strength]) => {
    const how = findOutside(newest, id, strength);
    return how === undefined ? [] : [`${id} ${strength} ${how}`];
  });
  const page = [`Checks that are newer or stronger than in the set ${newest.name}:`, ...unpublished];
  await expect(`${page.join("\n")}\n`).toMatchFileSnapshot("./unpublished.txt");
});
