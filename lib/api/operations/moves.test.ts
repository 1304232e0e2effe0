import { expect, test } from "vitest";
import { hasMovedAmount } from "./moves.ts";

test.for([
  ["a balance that shrank by the amount", '{"balance":500}', '{"balance":400}', true],
  ["two balances that changed by the amount", '[{"b":500},{"b":1}]', '[{"b":400},{"b":101}]', true],
  ["a balance that changed by another amount", '{"balance":500}', '{"balance":450}', false],
  ["a balance and a time", '{"balance":500,"at":10}', '{"balance":400,"at":11}', false],
  ["nothing", '{"balance":500}', '{"balance":500}', false],
  ["another text", '{"balance":500,"is":"a"}', '{"balance":400,"is":"b"}', false],
  ["another number of records", '[{"b":500}]', '[{"b":400},{"b":400}]', false],
] as const)("of %s, an amount of 100 has moved: %s", ([, before, after, isMoved]) => {
  expect(hasMovedAmount(before, after, 100)).toBe(isMoved);
});
