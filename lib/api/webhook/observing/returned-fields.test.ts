import { expect, test } from "vitest";
import { type Answer, readAnswer } from "../../exchange/answer.ts";
import { queryDraft, registerDraft } from "../../request/draft.ts";
import { AnswerLog } from "../../exchange/answer-log.ts";
import { foldReturnedFields } from "./returned-fields.ts";

function answer(draft: Answer["draft"], body: object): Answer {
  return readAnswer({
    draft,
    request: { method: "POST", path: "/", headers: [] },
    wire: { status: 200, headers: [], body: Buffer.from(JSON.stringify(body)) },
    exchange: 1,
    repeated: false,
  });
}

test("a field is never returned when no configuration had it; null counts as absent", () => {
  const answers = new AnswerLog();
  const returned = foldReturnedFields(answers);
  expect(returned.never("status")).toBe(false);
  answers.append({ answer: answer(registerDraft("https://a.example/"), { code: 0, data: true }) });
  expect(returned.never("status")).toBe(false);
  answers.append({ answer: answer(queryDraft(), { code: 0, msg: null, data: { id: 1, status: null } }) });
  expect(
    ["id", "status", "code", "msg"].map((field) => [field, returned.names.some((one) => one === field)]),
  ).toEqual([
    ["id", true],
    ["status", false],
    ["code", true],
    ["msg", false],
  ]);
  expect([returned.never("status"), returned.never("id"), returned.never("msg")]).toEqual([
    true,
    false,
    true,
  ]);
  answers.append({ answer: answer(queryDraft(), { data: { status: 0 } }) });
  expect(returned.never("status")).toBe(false);
});
