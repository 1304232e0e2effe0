import { expect, test } from "vitest";
import { readSource, sourceFiles } from "./sources.ts";

const TYPE = /^export (?:abstract )?(?:interface|type|class) (\w+)/gm;
const FUNCTION = /^export (?:async )?function\*? (\w+)/gm;
const NO_PRODUCT = /^suites\/selftest\/|\.test\.ts$|\/(?:testing|testdata)\//;
/** A server and its judge share no name on purpose. */
const OF_REFERENCE = /^lib\/reference\/|\/(?:mutants[a-z-]*|faults[a-z-]*)\.ts$/;
/** The engine's for any API, and the same with this API filled in. */
const SAID_TWICE = new Set(["Requirement"]);

/** Functions of one word: verbs of the product, and words with which requirements are written. */
const ONE_WORD = new Set([
  "broken",
  "doubtful",
  "judge",
  "listen",
  "main",
  "plan",
  "refuses",
  "retry",
  "run",
  "succeeded",
  "throttle",
  "wording",
]);

interface Named {
  readonly name: string;
  readonly file: string;
}

const sources = sourceFiles.filter((file) => file.endsWith(".ts") && !NO_PRODUCT.test(file));

const types = namesOf(TYPE);
const functions = namesOf(FUNCTION).filter(({ file }) => !OF_REFERENCE.test(file));

const [typesOfReference, otherTypes] = [true, false].map((is) =>
  types.filter(({ file }) => OF_REFERENCE.test(file) === is),
);

const words = [
  ...readSource("lib/README.md").matchAll(/^\| ([a-z]+) +\|[^|]+\| `(lib\/[\w./-]+\.ts)` +\|$/gm),
].map(([, word = "", file = ""]) => ({ name: `${word.charAt(0).toUpperCase()}${word.slice(1)}`, file }));

/** An overloaded function is one. */
function namesOf(exported: RegExp): readonly Named[] {
  return sources.flatMap((file) => {
    const names = [...readSource(file).matchAll(exported)].map(([, name = ""]) => name);
    return [...new Set(names)].map((name) => ({ name, file }));
  });
}

test.each([
  ["type of the reference", typesOfReference],
  ["type of everything else", otherTypes],
  ["function", functions],
])("no exported %s has the name of another", (_, named = []) => {
  expect(named.length).toBeGreaterThan(20);
  const files = Map.groupBy(named, ({ name }) => name);
  const doubles = [...files].filter(([name, found]) => found.length > 1 && !SAID_TWICE.has(name));
  expect(doubles).toEqual([]);
});

test("the name of an exported function has two words or more", () => {
  const short = functions.map(({ name }) => name).filter((name) => !/[A-Z]/.test(name));
  expect(short.filter((name) => !ONE_WORD.has(name))).toEqual([]);
  expect([...ONE_WORD].filter((name) => !short.includes(name))).toEqual([]);
});

test("a word of the glossary is the name of the type that it says, and of no other", () => {
  expect(words.length).toBeGreaterThan(20);
  const wrong = words.filter(({ name, file }) => {
    const side = types.filter((one) => OF_REFERENCE.test(one.file) === OF_REFERENCE.test(file));
    const found = side.filter((one) => one.name === name).map((one) => one.file);
    return !found.includes(file) || (found.length > 1 && !SAID_TWICE.has(name));
  });
  expect(wrong).toEqual([]);
});
