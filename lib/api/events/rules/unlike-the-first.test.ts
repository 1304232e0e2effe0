import { expect, test } from "vitest";
import { unlikeTheFirst } from "./unlike-the-first.ts";

const FIRST = '{"id":"evt-7","type":"card.status","sent":"2026-01-02"}';

function attempt(body: string) {
  return { body: Buffer.from(body), headers: [] };
}

test.for([
  [FIRST, undefined],
  ['{"id":"evt-7","type":"card.status","sent":"2026-01-03","attempt":2}', undefined],
  ['{"data":{"event":"evt-7"}}', undefined],
  ["", "has no body"],
  [FIRST.slice(0, 20), "has a part of the body only"],
  ["{}", "has no value of the first one"],
  ['{"id":"evt-1"}', "has the body of an earlier event"],
  ['{"id":"evt-7","type":"card.transaction"}', "carries card.transaction"],
] as const)("a retry with the body %s: %s", ([body, difference]) => {
  const others = [Buffer.from('{"id":"evt-1"}')];
  expect(unlikeTheFirst([attempt(FIRST), attempt(FIRST), attempt(body)], others)).toBe(difference);
});

test("what is no JSON is compared as a whole only", () => {
  expect(unlikeTheFirst([attempt("a=1&b=2"), attempt("b=3")], [])).toBeUndefined();
});
