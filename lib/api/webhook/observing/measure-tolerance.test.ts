import { expect, test } from "vitest";
import { CallbackUrls } from "../model/callback-urls.ts";
import { lengthUnit } from "./length-unit.ts";
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

test.each([
  ["bytes", (url: string) => Buffer.byteLength(url)],
  ["UTF-16 units", (url: string) => url.length],
  ["characters", (url: string) => Array.from(url).length],
  ["no URL beyond ASCII is accepted", (url: string) => (Buffer.byteLength(url) === url.length ? 0 : 1000)],
])("a length counted in %s", async (unit, length) => {
  const urls = new CallbackUrls({ base: "https://a.example/", varyHost: true, runId: "cc-0000000000" });
  expect(await lengthUnit(urls, async (url) => length(url) <= 512)).toBe(unit);
});

test("latency is shown by its median, its tail and its worst", () => {
  const durations = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(describeLatency(durations)).toEqual({ medianMs: 51, p95Ms: 96, maxMs: 100 });
});
