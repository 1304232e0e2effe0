import { expect, test } from "vitest";
import { describeLatency } from "./measures.ts";
import { measureTolerance } from "./measure-tolerance.ts";

test.each([
  [0, 0],
  [5, 5],
  [30, 30],
  [300, 300],
  [4000, 4000],
  [200_000, "more than a day"],
])("a tolerance of %d seconds is found", async (limit, found) => {
  let asked = 0;
  const accepts = async (seconds: number) => {
    asked += 1;
    return seconds <= limit;
  };
  expect(await measureTolerance(accepts)).toBe(found);
  expect(asked).toBeLessThan(25);
});

test("latency is shown by its median, its tail and its worst", () => {
  const durations = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(describeLatency(durations)).toEqual({ medianMs: 51, p95Ms: 96, maxMs: 100 });
});
