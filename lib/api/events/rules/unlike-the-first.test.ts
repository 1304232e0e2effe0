import { expect, test } from "vitest";
import { unlikeTheFirst } from "./unlike-the-first.ts";

const FIRST = '{"id":"evt-7","type":"card.status","sent":"2026-01-02"}';
const EARLIER = [Buffer.from('{"id":"evt-1","type":"card.status"}')];

function attempt(body: string, type = "application/json") {
  return { method: "POST", headers: [["Content-Type", type]] as const, body: Buffer.from(body) };
}

test.for([
  ["with its number", attempt(FIRST.replace("}", ',"attempt":2}'))],
  ["with another time", attempt(FIRST.replace("02", "03"))],
  ["with values at other places", attempt('{"data":{"event":"evt-7"}}')],
  ["with its type written otherwise", attempt(FIRST, "application/JSON; charset=utf-8")],
] as const)("a retry %s carries the event", ([, retry]) => {
  expect(unlikeTheFirst([attempt(FIRST), attempt(FIRST), retry], EARLIER)).toBeUndefined();
});

test("a payload of which no value comes twice may be encrypted anew for each attempt", () => {
  const [first = "", retry = "", earlier = ""] = ["q8Zk1w==", "w07cYt==", "m5Lr9a=="].map(
    (text) => `{"jwe":"${text}"}`,
  );
  expect(unlikeTheFirst([attempt(first), attempt(retry)], [Buffer.from(earlier)])).toBeUndefined();
});

test("what is no JSON is compared as a whole only", () => {
  expect(unlikeTheFirst([attempt("a=1&b=2"), attempt("b=3")], [])).toBeUndefined();
});
