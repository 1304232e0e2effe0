import { expect, test } from "vitest";
import { testAnswer } from "../../exchange/testing/test-answer.ts";
import { queryDraft, registerDraft } from "../../request/draft.ts";
import { AnswerLog } from "../../exchange/answer-log.ts";
import { foldReturnedFields } from "./returned-fields.ts";

test("a field is never returned when no configuration had it; null counts as absent", () => {
  const answers = new AnswerLog();
  const returned = foldReturnedFields(answers);
  expect(returned.never("status")).toBe(false);
  answers.append({ answer: testAnswer(registerDraft("https://a.example/"), { code: 0, data: true }) });
  expect(returned.never("status")).toBe(false);
  answers.append({ answer: testAnswer(queryDraft(), { code: 0, msg: null, data: { id: 1, status: null } }) });
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
  answers.append({ answer: testAnswer(queryDraft(), { data: { status: 0 } }) });
  expect(returned.never("status")).toBe(false);
});
