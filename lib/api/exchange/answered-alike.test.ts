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
  [
    "the signature that was expected",
    '{"code":1,"msg":"expected 7IeinMsLwRTfh5oZhaOaMR9zowKfw5ETviioy0czR68="}',
    '{"code":1,"msg":"expected hDdQ0EFnGpHzTUO4yp6KhwsEtja/Q8mn5vAuAK1/gTU="}',
  ],
  ["pages", "<p>a</p>", "<p>b</p>"],
])("%s makes no difference", (_, one, other) => {
  expect(answeredAlike(answer(401, one), answer(401, other, "some-other-key"))).toBe(true);
});

test.each([
  ["URL", (url: string) => url],
  ["body", (url: string) => `{"callbackUrl":"${url}"}`],
])("the %s that was sent makes no difference", (_, quoted) => {
  const [one = "", other = ""] = ["a", "b"].map((name) => `https://callback.example/${name}`);
  const refused = (url: string) =>
    answer(
      400,
      JSON.stringify({ code: 1, msg: `${quoted(url)} is refused` }),
      "key-of-alpha",
      registerDraft(url),
    );
  expect(answeredAlike(refused(one), refused(other))).toBe(true);
});

test.each([
  ["status", 403, '{"code":1,"msg":"no"}'],
  ["code", 401, '{"code":2,"msg":"no"}'],
  ["words", 401, '{"code":1,"msg":"yes"}'],
])("another %s is another reason", (_, status, body) => {
  expect(answeredAlike(answer(401, '{"code":1,"msg":"no"}'), answer(status, body))).toBe(false);
});
