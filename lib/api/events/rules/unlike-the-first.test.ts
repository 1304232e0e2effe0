import { expect, test } from "vitest";
import { unlikeTheFirst } from "./unlike-the-first.ts";

const FIRST = '{"id":"evt-7","type":"card.status","sent":"2026-01-02"}';

const EARLIER = '{"id":"evt-1","type":"card.status"}';

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
  [EARLIER, "has the body of an earlier event"],
  ['{"id":"evt-7","type":"card.transaction"}', "carries card.transaction"],
] as const)("a retry with the body %s: %s", ([body, difference]) => {
  expect(unlikeTheFirst([attempt(FIRST), attempt(FIRST), attempt(body)], [Buffer.from(EARLIER)])).toBe(
    difference,
  );
});

test("a payload of which no value comes twice may be encrypted anew for each attempt", () => {
  const [first, retry, earlier] = ["q8Zk1w==", "w07cYt==", "m5Lr9a=="].map((text) => `{"jwe":"${text}"}`);
  const others = [Buffer.from(earlier ?? "")];
  expect(unlikeTheFirst([attempt(first ?? ""), attempt(retry ?? "")], others)).toBeUndefined();
});

test("what is no JSON is compared as a whole only", () => {
  expect(unlikeTheFirst([attempt("a=1&b=2"), attempt("b=3")], [])).toBeUndefined();
});
