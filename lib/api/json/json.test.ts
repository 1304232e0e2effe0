import { expect, test } from "vitest";
import { MAX_LISTED_DUPLICATES } from "./duplicate-members.ts";
import { MAX_DEPTH } from "../../text/exceeds-depth.ts";
import { NonIntegerNumber, readJson, writeJson, type JsonValue } from "./json.ts";

const encoder = new TextEncoder();

function read(text: string) {
  return readJson(encoder.encode(text));
}

function valueOf(text: string): JsonValue {
  const reading = read(text);
  if (!reading.ok) throw new Error(`not read: ${reading.problem}`);
  return reading.value;
}

function problemOf(input: string | readonly number[]): string {
  const reading = typeof input === "string" ? read(input) : readJson(Uint8Array.from(input));
  return reading.ok ? "none" : reading.problem;
}

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

test.each([
  ["0", 0],
  ["-12", -12],
  ["9007199254740991", 9007199254740991],
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["1.5", new NonIntegerNumber("1.5")],
  ["1.0", new NonIntegerNumber("1.0")],
  ["1e3", new NonIntegerNumber("1e3")],
  ["-0.10E+02", new NonIntegerNumber("-0.10E+02")],
])("the number %s keeps its value and form", (text, value) => {
  expect(valueOf(text)).toStrictEqual(value);
  expect(writeJson(valueOf(text))).toBe(text);
});

test.each(["null", "true", '"a\\"\\\\\\n€😀"', "[]", "{}", '{"a":[1,{"b":null}],"":false}', "-0"])(
  "%s survives reading and writing",
  (text) => expect(writeJson(valueOf(text))).toBe(text),
);

test("a lone surrogate escape is read and written", () => {
  expect(valueOf('"\\ud800"')).toBe("\ud800");
  expect(writeJson("\ud800")).toBe('"\\ud800"');
});

test.each([
  ["", "is empty"],
  [" \n\t", "holds only white space"],
  ['{"a":1} x', "has bytes after the JSON value (offset 8)"],
  ["{}{}", "has bytes after the JSON value (offset 2)"],
  ["[1,]", "is not JSON: Array item expected but got ']' (offset 3)"],
  ["01", "has bytes after the JSON value (offset 1)"],
  ["nul", "is not JSON: JSON value expected but got 'n' (offset 0)"],
  ['"\u0001"', "is not JSON: Invalid character '\\u0001' (offset 1)"],
  ['"\\x"', "is not JSON: Invalid escape character '\\x' (offset 1)"],
  ['"', "is not JSON: End of string '\"' expected but reached end of input (offset 1)"],
  ["<html>", "is not JSON: JSON value expected but got '<' (offset 0)"],
  ["NaN", "is not JSON: JSON value expected but got 'N' (offset 0)"],
])("%j is refused with a reason", (text, problem) => {
  expect(problemOf(text)).toBe(problem);
});

test.each([
  [[0x22, 0xff, 0x22], "is not UTF-8 (byte 1)"],
  [[0x22, 0xe2, 0x28, 0xa1, 0x22], "is not UTF-8 (byte 2)"],
  [[0x22, 0xc0, 0x80, 0x22], "is not UTF-8 (byte 1)"],
  [[0x22, 0xed, 0xa0, 0x80, 0x22], "is not UTF-8 (byte 2)"],
  [[0x22, 0xe2, 0x82], "is not UTF-8 (byte 3)"],
])("the bytes %j are refused where they stop being UTF-8", (bytes, problem) => {
  expect(problemOf(bytes)).toBe(problem);
});

test("a long invalid number is not echoed in full", () => {
  expect(problemOf(`-${"1".repeat(5_000)}.x`).length).toBeLessThan(250);
});

test("a byte order mark is tolerated and noted", () => {
  expect(read("\ufeff{}")).toEqual({ ok: true, value: {}, duplicateMembers: [], bom: true });
  expect(read("{}")).toMatchObject({ bom: false });
  expect(problemOf("\ufeff")).toBe("is empty");
  expect(problemOf("\ufeff\ufeff1")).toContain("is not JSON");
});

test("__proto__ and constructor are plain members and pollute nothing", () => {
  const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  const value = valueOf(text);
  expect(Object.keys(value ?? {})).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(writeJson(value)).toBe(text);
});

test("members that look like the parser's own classes are data", () => {
  const text = '{"isLosslessNumber":true,"value":"1","source":"2","toJSON":1}';
  expect(writeJson(valueOf(text))).toBe(text);
});

test("duplicate members are listed and the last one wins", () => {
  const reading = read('{"a":1,"a":{"b":[{"c~/":1,"c~/":2}],"x":"{\\"a\\",","a":0},"a":3,"A":1}');
  expect(reading).toMatchObject({ value: { a: 3, A: 1 }, duplicateMembers: ["/a", "/a/b/0/c~0~1"] });
});

test("a duplicate with an equal value, or another spelling of the name, is a duplicate", () => {
  expect(read('[0,{"a":1,"a":1}]')).toMatchObject({ duplicateMembers: ["/1/a"] });
  expect(read('{"a":1,"\\u0061":2}')).toMatchObject({ value: { a: 2 }, duplicateMembers: ["/a"] });
  expect(read('{"__proto__":1,"__proto__":2}')).toMatchObject({ duplicateMembers: ["/__proto__"] });
  expect(read('[{"a":1},{"a":1},"a","a"]')).toMatchObject({ duplicateMembers: [] });
});

test("the list of duplicates is bounded", () => {
  const members = Array.from({ length: 1_000 }, (_, index) => `"${index % 500}":0`);
  const reading = read(`{${members.join(",")}}`);
  expect(reading.ok && reading.duplicateMembers.length).toBe(MAX_LISTED_DUPLICATES);
});

test("nesting is read up to the limit and refused beyond it", () => {
  expect(writeJson(valueOf(nested(MAX_DEPTH)))).toBe(nested(MAX_DEPTH));
  expect(problemOf(nested(MAX_DEPTH + 1))).toBe("is nested too deeply (more than 500 levels)");
  expect(problemOf('{"a":'.repeat(600))).toContain("is nested too deeply");
  expect(problemOf(`"${"[".repeat(600)}"`)).toBe("none");
});

test("10 MB of nested or of flat arrays neither crash nor hang", () => {
  expect(problemOf("[".repeat(10_000_000))).toContain("is nested too deeply");
  expect(problemOf("[]".repeat(5_000_000))).toContain("has bytes after the JSON value");
  const flat = valueOf(`[${"[],".repeat(3_000_000)}[]]`);
  expect(Array.isArray(flat) && flat.length).toBe(3_000_001);
});

test("NaN and infinities are refused when writing", () => {
  expect(() => writeJson({ a: Number.NaN })).toThrow(RangeError);
  expect(() => writeJson([Number.POSITIVE_INFINITY])).toThrow("Cannot write a JSON number: it is Infinity");
});

test("a number of 1,000 characters is read, and a longer one is not: its cost would be more than linear", () => {
  expect(writeJson(valueOf("9".repeat(1_000)))).toBe("9".repeat(1_000));
  for (const number of ["9".repeat(1_001), `0.${"1".repeat(999)}`])
    expect(problemOf(`{"code":${number}}`)).toBe("has a number of 1001 characters (more than 1000)");
});
