import { expect, test } from "vitest";
import { InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import type { McpAnswer } from "../wire/mcp-request.ts";
import { failRequirement, isStatus } from "./fails.ts";

function answered(status: number, isRepeated: boolean): McpAnswer {
  const request = {
    label: "GET",
    caller: "read-only",
    method: "GET",
    url: "https://a.example/",
    headers: [],
  };
  return { request, status, headers: [], text: "", exchange: 1, isRepeated };
}

test.each([
  ["a wrong status", (answer: McpAnswer) => isStatus(answer, [200, 405], "a GET")],
  ["a wrong answer", (answer: McpAnswer) => failRequirement("a stream of events", answer)],
])("%s fails, but not as the answer to a second attempt, which the first may have caused", (_, judge) => {
  expect(() => judge(answered(409, false))).toThrow(Violation);
  expect(() => judge(answered(409, true))).toThrow(InconclusiveError);
});

test("an admitted status passes at the second attempt too", () => {
  expect(() => isStatus(answered(405, true), [200, 405], "a GET")).not.toThrow();
});
