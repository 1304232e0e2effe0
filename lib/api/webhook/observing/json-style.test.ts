import { expect, test } from "vitest";
import { jsonStyle } from "./json-style.ts";

test.each([
  ['{"a":"x/y"}', []],
  [' {"a":1}\n', ["white space around"]],
  ['{\n  "a": 1\n}', ["indented"]],
  ['{"a": "b", "c": 1}', ["blanks after colons"]],
  [String.raw`{"a":"b: c, \": d"}`, []],
  [String.raw`{"a":"x\/y"}`, ["escaped slashes"]],
  [String.raw`{"a":"x\u002fy"}`, ["\\u escapes"]],
  [String.raw`{"a":"\u0001"}`, []],
  [String.raw`{"a":"\\u002f \\/"}`, []],
  [String.raw`{"a":"\\\u002f"}`, ["\\u escapes"]],
])("%s", (text, traits) => {
  expect(jsonStyle(text)).toEqual(traits);
});
