import { expect, test } from "vitest";
import { HEAD, problems } from "./testdata/profile-text.ts";

const KEY = "keyPattern: ^k";
const transfer = (more: string) =>
  `${HEAD}operations:\n  account/transfer: { body: { amount: 5 }, mayTakeEffect: true, ${more} }\n  account/detail: { body: {} }\n`;
const CEILING = "ceiling: { pointer: /amount, max: 5 }";
const reads = (operation: string) =>
  `expectsSandbox: { operation: ${operation}, pointer: /live, value: false }`;

test.each([
  ["a ceiling and a pattern of the key", `${KEY}, ${CEILING}`],
  ["a ceiling and a read", `${reads("account/detail")}, ${CEILING}`],
])("a transfer with %s may take effect", (_, more) => {
  expect(problems(transfer(more))).toEqual([]);
});

test.each([
  ["nothing that tells a sandbox from production", CEILING, "expectsSandbox", "(got neither)"],
  ["the pattern of another key", `keyPattern: ^sandbox-, ${CEILING}`, "keyPattern", "(got another key)"],
  ["no ceiling", KEY, "ceiling", "(got nothing)"],
  ["a body above the ceiling", `${KEY}, ceiling: { pointer: /amount, max: 4 }`, "ceiling", "(got 5)"],
  ["a ceiling of nothing", `${KEY}, ceiling: { pointer: /sum, max: 9 }`, "ceiling", "(got nothing)"],
  [
    "a read that moves something",
    `${reads("account/transfer")}, ${CEILING}`,
    "expectsSandbox",
    '(got "account/transfer")',
  ],
  [
    "a read that is not given",
    `${reads("card/bin/query")}, ${CEILING}`,
    "expectsSandbox",
    '(got "card/bin/query")',
  ],
  ["a second body", `${KEY}, ${CEILING}, moreBodies: [{}]`, "moreBodies", "(got some)"],
  ["ids for no member", `${KEY}, ${CEILING}, ids: { pointer: /id, values: [a] }`, "ids", "(got nothing)"],
])("a transfer with %s is refused before anything is sent", (_, more, field, got) => {
  const [problem = "", ...others] = problems(transfer(more));
  expect(others).toEqual([]);
  expect(problem).toContain(`operations["account/transfer"].${field}  expected`);
  expect(problem).toContain(got);
});

test("without consent none of it is asked for", () => {
  expect(problems(transfer("").replace("mayTakeEffect: true, ", ""))).toEqual([]);
});
