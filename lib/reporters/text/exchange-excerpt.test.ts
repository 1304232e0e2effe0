import { expect, test } from "vitest";
import { exchangeExcerpt } from "./exchange-excerpt.ts";
import { exampleCheck, exampleExchange } from "../testing/example-result.ts";

const STARTED_AT = Date.parse(exampleExchange.startedAt);

/** Exchanges a tenth of a second apart, the last one after a pause. */
const exchanges = Array.from({ length: 12 }, (_, at) => ({
  ...exampleExchange,
  index: at + 1,
  startedAt: new Date(STARTED_AT + 100 * at + (at === 11 ? 1_104 : 0)).toISOString(),
}));

function excerpt(because: readonly number[]) {
  const violation = { expected: "this", actual: "that", exchange: 12, since: 1, because };
  const check = exampleCheck("register.stores", { verdict: "failed", violation });
  return exchangeExcerpt(check, exchanges, { step: 100, last: 100 });
}

test("the exchanges of the expectation come before the last ones, with the gap between", () => {
  const { left, parts } = excerpt([2, 11]);
  expect(left).toBe(1);
  expect(parts.map(({ exchange: { index }, gap }) => [index, gap])).toEqual([
    [2, undefined],
    [6, "3 others"],
    [7, undefined],
    [8, undefined],
    [9, undefined],
    [10, undefined],
    [11, undefined],
    [12, "1.2 s later"],
  ]);
});

test("without it they are the last ones", () => {
  const { left, parts } = excerpt([]);
  expect(left).toBe(4);
  expect(parts.map(({ exchange }) => exchange.index)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
});
