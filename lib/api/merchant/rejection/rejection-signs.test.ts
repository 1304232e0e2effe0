import { expect, test } from "vitest";
import type { Answer } from "../../exchange/answer.ts";
import { testAnswer } from "../../exchange/testing/test-answer.ts";
import { queryDraft, registerDraft } from "../../request/draft.ts";
import { RejectionSigns } from "./rejection-signs.ts";

const INVALID = registerDraft("not a URL", "refused input");
const ACCEPTED = registerDraft("https://a.example/");
const CODE = '{"code":40011}';
const BUSY = '{"code":42901}';
const OK = '{"code":0,"data":true}';
const OF_ALPHA = { kind: "register, configured", name: "alpha" };

/** Whether a limit rejected a query, by its answer and by what the invalid request gets now, again and again. */
async function isLimit(signs: RejectionSigns, rejected: Answer, ...now: readonly string[]): Promise<boolean> {
  const answers = [...now];
  return signs.isLimit(rejected, {
    ask: async (draft) => testAnswer(draft, answers.shift() ?? CODE),
    pause: async () => undefined,
  });
}

/** Signs that know how invalid registers were answered, before a valid one was accepted. */
function knowing(...texts: readonly string[]): RejectionSigns {
  const signs = new RejectionSigns();
  for (const text of texts) signs.note(testAnswer(INVALID, text), OF_ALPHA);
  signs.note(testAnswer(ACCEPTED, OK), OF_ALPHA);
  return signs;
}

test("a code that no invalid request gets marks a limit", async () => {
  expect(await isLimit(knowing(CODE), testAnswer(queryDraft(), BUSY))).toBe(true);
});

test("before any request was answered, no code marks one", async () => {
  expect(await isLimit(new RejectionSigns(), testAnswer(queryDraft(), BUSY))).toBe(false);
});

test("a Retry-After header marks any answer", async () => {
  const rejected = testAnswer(queryDraft(), "<html>", 500, [["Retry-After", "1"]]);
  expect(await isLimit(knowing(CODE), rejected)).toBe(true);
});

test.each([
  ["the ordinary code of rejections", CODE, 200],
  ["no code", '{"msg":"busy"}', 200],
  ["no envelope", "<html>", 200],
  ["a code of its own and HTTP 500", BUSY, 500],
  ["a code of its own and HTTP 404", BUSY, 404],
  ["the code of a success", '{"code":0,"data":null}', 200],
])("%s marks none", async (_what, text, status) => {
  expect(await isLimit(knowing(CODE), testAnswer(queryDraft(), text, status))).toBe(false);
});

test("a limit that met an invalid request too shows when that is sent again, at once or after a pause", async () => {
  const rejected = testAnswer(queryDraft(), BUSY);
  expect(await isLimit(knowing(CODE, BUSY), rejected, CODE)).toBe(true);
  expect(await isLimit(knowing(CODE, BUSY), rejected, BUSY, CODE)).toBe(true);
  expect(await isLimit(knowing(CODE, BUSY), rejected, BUSY, BUSY)).toBe(false);
  expect(await isLimit(knowing(CODE, BUSY), rejected, OK)).toBe(false);
});

test("two lanes that ask at once get the same answer", async () => {
  const signs = knowing(BUSY);
  const asked = [0, 1].map(async () => isLimit(signs, testAnswer(queryDraft(), BUSY)));
  expect(await Promise.all(asked)).toEqual([true, true]);
});

test("what invalid registers get since the merchant's last accepted one may come from a cap", () => {
  const signs = knowing(CODE);
  signs.note(testAnswer(INVALID, BUSY), OF_ALPHA);
  const rejected = testAnswer(ACCEPTED, BUSY);
  expect(signs.isMarked(rejected)).toBe(true);
  signs.note(testAnswer(ACCEPTED, OK), { ...OF_ALPHA, name: "beta" });
  expect(signs.isMarked(rejected)).toBe(true);
  signs.note(testAnswer(ACCEPTED, OK), OF_ALPHA);
  expect(signs.isMarked(rejected)).toBe(false);
});

test("what an operation always gets where there is no configuration marks no limit", () => {
  const signs = knowing(CODE);
  const ofNothing = { kind: "query, nothing", name: "alpha" };
  signs.note(testAnswer(queryDraft("open"), BUSY), ofNothing);
  signs.note(testAnswer(queryDraft(), '{"code":0,"data":{}}'), OF_ALPHA);
  expect(signs.isMarked(testAnswer(queryDraft(), BUSY))).toBe(false);
  signs.note(testAnswer(queryDraft("open"), CODE), ofNothing);
  expect(signs.isMarked(testAnswer(queryDraft(), BUSY))).toBe(true);
});

test("what an operation gets in another state may come from a cap until a valid request is accepted", () => {
  const signs = knowing(CODE);
  signs.note(testAnswer(registerDraft("https://b.example/", "open"), BUSY), {
    kind: "register, disabled",
    name: "alpha",
  });
  expect(signs.isMarked(testAnswer(ACCEPTED, BUSY))).toBe(true);
  signs.note(testAnswer(ACCEPTED, OK), OF_ALPHA);
  expect(signs.isMarked(testAnswer(ACCEPTED, BUSY))).toBe(false);
});
