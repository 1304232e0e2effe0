import { expect, test } from "vitest";
import { otherBody } from "./amiss-of.ts";

test.each([
  ['{"id":"T1"}', '{"id":"T1-none"}'],
  ['{"id":7,"of":{"page":1}}', '{"id":1000000007,"of":{"page":1000000001}}'],
  ['{"ids":["a"],"all":true}', '{"ids":["a-none"],"all":true}'],
  ["{}", undefined],
  ['{"all":true,"rate":0.5}', undefined],
])("%s asks for a known thing, %s for an unknown one", (body, other) => {
  expect(otherBody(Buffer.from(body))?.toString()).toBe(other);
});

test("where there is no body, nothing can be asked for", () => {
  expect(otherBody(undefined)).toBeUndefined();
});
