import { expect, test } from "vitest";
import { readAnswer } from "../exchange/answer.ts";
import { type Draft, queryDraft, registerDraft } from "../request/draft.ts";
import { AnswerLog } from "../exchange/answer-log.ts";
import { foldMeanings } from "./answer-meaning.ts";

const REGISTER = registerDraft("https://callback.example/a");
const REFUSED = registerDraft("not a URL", "refused input");
const KEYLESS = queryDraft("refused key");
const TRANSFER: Draft = { ...queryDraft("refused key"), label: "account/transfer" };

function answerTo(draft: Draft, status: number, body: string) {
  const wire = { status, headers: [], body: Buffer.from(body) };
  const request = { method: "POST", path: draft.path, headers: [], credentials: { of: "alpha" } };
  return readAnswer({ draft, request, wire, exchange: 1, repeated: false });
}

type Seen = readonly (readonly [draft: Draft, status: number, body: string])[];

function meaning(seen: Seen, status: number, body: string) {
  const answers = new AnswerLog();
  const meaningOf = foldMeanings(answers);
  for (const [draft, of, text] of seen) answers.append({ answer: answerTo(draft, of, text) });
  return meaningOf(answerTo(TRANSFER, status, body));
}

const SUCCESS = [REGISTER, 200, '{"code":0,"msg":"success","data":true}'] as const;
const USUAL: Seen = [SUCCESS, [KEYLESS, 401, '{"code":401,"msg":"no key"}']];
/** Whose refusals have the status and the code of successes. */
const BY_TEXT: Seen = [SUCCESS, [KEYLESS, 200, '{"code":0,"msg":"no key"}']];
/** Whose refusals hold a reason in their data, too. */
const BY_REASON: Seen = [
  SUCCESS,
  [KEYLESS, 200, '{"code":0,"msg":"no key","data":{"reason":"K1"}}'],
  [REFUSED, 200, '{"code":0,"msg":"no URL","data":{"reason":"U1"}}'],
];
/** Whose refusals of a query hold an empty object, as a configuration without fields does. */
const EMPTY_OBJECTS: Seen = [SUCCESS, [KEYLESS, 200, '{"code":-401,"data":{}}']];

test.each<[string, Seen, number, string]>([
  ["HTTP 401 with a code of its own", USUAL, 401, '{"code":401}'],
  ["a page of HTTP 403", USUAL, 403, "<h1>403</h1>"],
  ["HTTP 401 with the code of successes", USUAL, 401, '{"code":0,"msg":"success"}'],
  ["HTTP 200 with the code of refusals", [SUCCESS, [KEYLESS, 200, '{"code":401}']], 200, '{"code":401}'],
  ["the text of refusals", BY_TEXT, 200, '{"code":0,"msg":"no key"}'],
  ["the empty object of refusals", EMPTY_OBJECTS, 200, '{"code":-401,"data":{}}'],
  ["HTTP 500, as every refusal", [SUCCESS, [KEYLESS, 500, '{"code":401}']], 500, '{"code":401}'],
  ["HTTP 400, where nothing else was seen", [], 400, '{"code":1}'],
])("%s refuses", (_, seen, status, body) => {
  expect(meaning(seen, status, body)).toBe("refused");
});

test.each<[string, Seen, number, string]>([
  ["the code of successes", USUAL, 200, '{"code":0}'],
  ["the code of successes with HTTP 202", USUAL, 202, '{"code":0,"data":null}'],
  ["a receipt where refusals have the code of successes", BY_TEXT, 200, '{"code":0,"data":{"id":"X1"}}'],
])("%s grants", (_, seen, status, body) => {
  expect(meaning(seen, status, body)).toBe("granted");
});

test.each<[string, Seen, number, string]>([
  ["a reason of its own where refusals have reasons", BY_REASON, 200, '{"code":0,"data":{"reason":"T1"}}'],
  ["another text where refusals have the code of successes", BY_TEXT, 200, '{"code":0,"msg":"no key (r-7)"}'],
  ["a code that was never seen", USUAL, 200, '{"code":20000}'],
  ["anything where nothing else was seen", [], 200, '{"code":0,"data":true}'],
  ["no code where successes have none", [[REGISTER, 200, '{"data":true}']], 200, '{"msg":"log in"}'],
])("%s says neither", (_, seen, status, body) => {
  expect(meaning(seen, status, body)).toBe("unclear");
});
