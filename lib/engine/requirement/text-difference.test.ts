import { expect, test } from "vitest";
import { textDifference } from "./text-difference.ts";

test.each([
  ["same", "same", undefined],
  ["/hook/%7E", "/hook/%7e", 'from character 9 on: expected "/hook/%7E", got "/hook/%7e"'],
  ["a".repeat(512), "a".repeat(511), 'it ends after 511 of 512 characters; missing "a"'],
  ["", "x", '1 character more, from character 1 on: "x"'],
  ["a😀b", "a😀c", 'from character 3 on: expected "a😀b", got "a😀c"'],
])("%j and %j", (expected, actual, difference) => {
  expect(textDifference(expected, actual)).toBe(difference);
});

test("of a long text only the neighbourhood of the first difference is shown", () => {
  const [head, tail] = ["h".repeat(100), "t".repeat(100)];
  expect(textDifference(`${head}A${tail}`, `${head}B${tail}`)).toBe(
    `from character 101 on: expected …"${"h".repeat(12)}A${"t".repeat(27)}"…, got …"${"h".repeat(12)}B${"t".repeat(27)}"…`,
  );
});
