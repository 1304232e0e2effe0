import { expect, test } from "vitest";
import { readAnswer } from "./answer.ts";
import { queryDraft, registerDraft } from "../request/draft.ts";
import { answeredAlike } from "./answered-alike.ts";

const draft = queryDraft();

function answer(status: number, body: string, apiKey = "key-of-alpha", from = draft) {
  const { path, method } = from;
  const request = { method, path, headers: [["X-API-Key", apiKey]] as const };
  const wire = { status, headers: [], body: Buffer.from(body) };
  return readAnswer({ draft: from, request, wire, exchange: 1, repeated: false });
}

test.each([
  [
    "the key that was sent",
    '{"code":1,"msg":"unknown key key-of-alpha"}',
    '{"code":1,"msg":"unknown key some-other-key"}',
  ],
  ["the id of a request", '{"code":1,"msg":"no","traceId":"a"}', '{"code":1,"msg":"no","traceId":"b"}'],
  ["a number", '{"code":1,"msg":"1795291454314 is too old"}', '{"code":1,"msg":"1795291454999 is too old"}'],
  ["pages", "<p>a</p>", "<p>b</p>"],
])("%s makes no difference", (_, one, other) => {
  expect(answeredAlike(answer(401, one), answer(401, other, "some-other-key"))).toBe(true);
});

test("the callback URL that was sent makes no difference", () => {
  const [one = "", other = ""] = ["a", "b"].map((name) => `https://callback.example/${name}`);
  expect(answeredAlike(refused(one), refused(other))).toBe(true);
});

function refused(url: string) {
  return answer(400, `{"code":1,"msg":"${url} is refused"}`, "key-of-alpha", registerDraft(url));
}

test.each([
  ["status", 403, '{"code":1,"msg":"no"}'],
  ["code", 401, '{"code":2,"msg":"no"}'],
  ["words", 401, '{"code":1,"msg":"yes"}'],
])("another %s is another reason", (_, status, body) => {
  expect(answeredAlike(answer(401, '{"code":1,"msg":"no"}'), answer(status, body))).toBe(false);
});
