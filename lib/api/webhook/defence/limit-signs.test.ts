import { expect, test } from "vitest";
import { type Answer, readAnswer } from "../../answer.ts";
import { type Draft, queryDraft, registerDraft } from "../../draft.ts";
import { LimitSigns } from "./limit-signs.ts";

const PROBE = registerDraft("not a URL", "refused input");
const CODE = '{"code":40011}';
const BUSY = '{"code":42901}';

function answerTo(draft: Draft, text: string, { status = 200, retryAfter = false } = {}): Answer {
  const request = { method: "POST", path: draft.path, headers: [] };
  const headers = retryAfter ? [["Retry-After", "1"] as const] : [];
  const wire = { status, headers, body: Buffer.from(text) };
  return readAnswer({ draft, request, wire, exchange: 1, repeated: false });
}

/** Whether a limit refused a query, by its answer and by what the probe gets now, again and again. */
async function isLimit(signs: LimitSigns, refused: Answer, ...now: readonly string[]): Promise<boolean> {
  const answers = [...now];
  return signs.isLimit(refused, {
    ask: async (draft) => answerTo(draft, answers.shift() ?? CODE),
    pause: async () => undefined,
  });
}

function knowing(...texts: readonly string[]): LimitSigns {
  const signs = new LimitSigns();
  for (const text of texts) signs.note(answerTo(PROBE, text), "register, configured");
  return signs;
}

test("a code with which no probe was refused is that of a limit", async () => {
  expect(await isLimit(knowing(CODE), answerTo(queryDraft(), BUSY))).toBe(true);
});

test("nobody's refusals being known, no code is", async () => {
  expect(await isLimit(knowing(), answerTo(queryDraft(), BUSY))).toBe(false);
});

test("with a Retry-After header any answer is", async () => {
  const refused = answerTo(queryDraft(), "<html>", { status: 500, retryAfter: true });
  expect(await isLimit(knowing(), refused)).toBe(true);
});

test.each([
  ["the ordinary code of refusals", CODE, 200],
  ["no code", '{"msg":"busy"}', 200],
  ["no envelope", "<html>", 200],
  ["a code of its own and HTTP 500", BUSY, 500],
  ["a code of its own and HTTP 404", BUSY, 404],
])("a refusal with %s is none", async (_what, text, status) => {
  expect(await isLimit(knowing(CODE), answerTo(queryDraft(), text, { status }))).toBe(false);
});

test("nor is one with the code of a success", async () => {
  const signs = knowing(CODE);
  signs.noteAccepted(answerTo(queryDraft(), '{"code":0,"data":{}}'));
  expect(await isLimit(signs, answerTo(queryDraft(), '{"code":0,"data":null}'))).toBe(false);
});

test("a limit that has met a probe too is known by the probe's own refusal, now or after a pause", async () => {
  const refused = answerTo(queryDraft(), BUSY);
  expect(await isLimit(knowing(CODE, BUSY), refused, CODE)).toBe(true);
  expect(await isLimit(knowing(CODE, BUSY), refused, BUSY, CODE)).toBe(true);
  expect(await isLimit(knowing(CODE, BUSY), refused, BUSY, BUSY)).toBe(false);
  expect(await isLimit(knowing(CODE, BUSY), refused, '{"code":0,"data":true}')).toBe(false);
});

test("what is usual where the document says nothing is no limit's, once in a row is not usual", async () => {
  const open = answerTo(queryDraft("open"), BUSY);
  const signs = knowing(CODE);
  for (let time = 0; time < 3; time += 1) signs.note(open, "query, nothing");
  expect(await isLimit(signs, answerTo(queryDraft(), BUSY))).toBe(true);
  signs.note(answerTo(PROBE, CODE), "register, nothing");
  signs.note(open, "query, nothing");
  expect(await isLimit(signs, answerTo(queryDraft(), BUSY))).toBe(false);
});
