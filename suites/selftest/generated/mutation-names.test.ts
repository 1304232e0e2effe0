import { expect, test } from "vitest";
import { mutationNames } from "./mutation-names.ts";
import { mutationsOf } from "./mutations-of.ts";

const LIMIT = "export const limit = { withinLimit: (text: string) => text.length <= 512 };";

const namesOf = (source: string) => mutationNames(mutationsOf("rules/limit.ts", source));

test("a name says the file, what encloses the change, the operator and the change", () => {
  expect(namesOf(LIMIT)).toEqual([
    "rules/limit.ts limit.withinLimit condition: text.length <= 512 → true",
    "rules/limit.ts limit.withinLimit condition: text.length <= 512 → false",
    "rules/limit.ts limit.withinLimit comparison: text.length <= 512 → (text.length) < (512)",
    "rules/limit.ts limit.withinLimit comparison: text.length <= 512 → (text.length) > (512)",
    "rules/limit.ts limit.withinLimit number: 512 → 513",
    "rules/limit.ts limit.withinLimit number: 512 → 511",
  ]);
});

test("names last when the code around them changes", () => {
  const moved = `const other = "text";\n\n${LIMIT.replace("=> ", "=>\n  ")}`;
  expect(namesOf(moved)).toEqual(expect.arrayContaining(namesOf(LIMIT)));
});

test("equal changes in one place are numbered", () => {
  expect(namesOf("export const sum = (a = 0, b = 0) => a * b;").filter((name) => /0 → 1/.test(name))).toEqual(
    ["rules/limit.ts sum number: 0 → 1", "rules/limit.ts sum number: 0 → 1 #2"],
  );
});

test("a long change is named by its beginning and its end", () => {
  const [first = ""] = namesOf(`export const text = "${"long ".repeat(40)}";`);
  expect(first).toBe(
    `rules/limit.ts text string: "long long long long long long long long long long … ong long long long " → ""`,
  );
});
