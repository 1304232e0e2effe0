import { expect, test } from "vitest";
import { HEAD, problems } from "../testing/profile-text.ts";

const KEY = "keyPattern: ^k";
const transfer = (more: string) =>
  `${HEAD}operations:\n  account/transfer: { body: { amount: 5 }, mayTakeEffect: true, ${more} }\n  account/detail: { body: {} }\n`;
const CEILING = "ceiling: { pointer: /amount, max: 5 }";
const ids = (pointer: string) => `ids: { pointer: ${pointer}, values: ["99999999"] }`;
const withBody = (body: string, more: string) =>
  `${HEAD}operations: { account/transfer: { body: ${body}, mayTakeEffect: true, ${KEY}, ${more} } }\n`;
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
  ["ids in the place of the amount", `${KEY}, ${CEILING}, ${ids("/amount")}`, "ids", '(got "/amount")'],
  ["ids in the place of the whole body", `${KEY}, ${CEILING}, ${ids('""')}`, "ids", '(got "")'],
])("a transfer with %s is refused before anything is sent", (_, more, field, got) => {
  const [problem = "", ...others] = problems(transfer(more));
  expect(others).toEqual([]);
  expect(problem).toContain(`operations["account/transfer"].${field}  expected`);
  expect(problem).toContain(got);
});

test("without consent none of it is asked for", () => {
  expect(problems(transfer("").replace("mayTakeEffect: true, ", ""))).toEqual([]);
});

test.each([
  ["a negative amount", "{ amount: -500000 }", "/amount", "(got -500000)"],
  ["a text", '{ amount: "5" }', "/amount", '(got "5")'],
  ["a truth value", "{ amount: true }", "/amount", "(got true)"],
  ["parts of a cent", "{ amount: 1.005 }", "/amount", "(got 1.005)"],
  ["the length of a list", "{ amounts: [1, 900000] }", "/amounts/length", "(got nothing)"],
  ["an inherited member", "{ amount: 1 }", "/constructor/length", "(got nothing)"],
])("a ceiling over %s is refused", (_, body, pointer, got) => {
  const [problem = "", ...others] = problems(withBody(body, `ceiling: { pointer: ${pointer}, max: 5 }`));
  expect(others).toEqual([]);
  expect(problem).toMatch(/^\d+:\d+ /);
  expect(problem).toContain('operations["account/transfer"].ceiling  expected');
  expect(problem).toContain(got);
});

test.each([".nan", ".inf", "-.inf"])("an amount of %s is refused", (amount) => {
  expect(problems(withBody(`{ amount: ${amount} }`, CEILING))).not.toEqual([]);
});

test.each([
  ["nothing", "{ amount: 0 }", "{ pointer: /amount, max: 5 }"],
  ["cents", "{ amount: 4.99 }", "{ pointer: /amount, max: 5 }"],
  ["parts of a cent below a ceiling with such parts", "{ amount: 1.005 }", "{ pointer: /amount, max: 1.5 }"],
])("a ceiling admits %s", (_, body, ceiling) => {
  expect(problems(withBody(body, `ceiling: ${ceiling}`))).toEqual([]);
});

test.each([
  ["the member", "/a~1b", "/a~1b"],
  ["what holds it", "/list", "/list/0"],
  ["a part of it", "/list/0", "/list"],
])("ids that replace %s of the ceiling are refused with file, line and field", (_, one, other) => {
  const body = "{ a/b: 1, list: [1, { amount: 1 }] }";
  const [problem = ""] = problems(
    withBody(body, `ceiling: { pointer: ${other}, max: 5 }, ${ids(one)}`),
  ).filter((text) => text.includes(".ids"));
  expect(problem).toMatch(/^\d+:\d+ /);
  expect(problem).toContain(
    `operations["account/transfer"].ids  expected a member other than that of ceiling, ${other}`,
  );
});

test("ids beside the amount are admitted, also where one name begins the other", () => {
  const body = "{ amount: 5, amountId: x }";
  expect(problems(withBody(body, `${CEILING}, ${ids("/amountId")}`))).toEqual([]);
});
