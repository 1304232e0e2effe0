import { expect, test } from "vitest";
import type { Arrival } from "../../../receiver/arrival.ts";
import { payloadShape } from "./payload-shape.ts";

function arrival(body: string, type = "application/json"): Arrival {
  return {
    number: 1,
    method: "POST",
    target: "/",
    headers: [["Content-Type", type]],
    body: Buffer.from(body),
    isCut: false,
    tls: undefined,
    at: 0,
    ticks: 0,
    answer: { status: 200 },
  };
}

test("names, types and formats, and what is there only sometimes", () => {
  const one = arrival(
    '{"id":"e1","at":"2026-01-02T03:04:05Z","card":{"number":"4111111111111111"},"big":9007199254740993}',
  );
  const other = arrival('{"id":7,"at":"2026-01-02T03:04:05Z","lines":[{"fee":1.5},{"fee":null}]}');
  expect(payloadShape([one, other])).toEqual({
    "/id": "integer or string",
    "/at": "string (time)",
    "/card/number": "string (digits), sometimes",
    "/big": "integer beyond 2^53, sometimes",
    "/lines/*/fee": "null or number, sometimes",
  });
});

test("a form, nothing, and what is neither", () => {
  const form = arrival("pan=4111111111111111&x=%20", "application/x-www-form-urlencoded; charset=utf-8");
  expect(payloadShape([form])).toEqual({ "form pan": "string (digits)", "form x": "string" });
  expect(payloadShape([arrival("")])).toEqual({ "/": "nothing" });
  expect(payloadShape([arrival("<card>4111111111111111</card>", "text/xml")])).toEqual({ "/": "no JSON" });
});

test("no value is kept, not even where it is a name", () => {
  const shape = JSON.stringify(payloadShape([arrival('{"4111111111111111":{"otp":"730194"}}')]));
  expect(shape).toBe('{"/…/otp":"string (digits)"}');
});
