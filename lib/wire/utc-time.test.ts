import { expect, test } from "vitest";
import { readUtcTime } from "./utc-time.ts";

test.for([
  "2026-04-21T10:00:00Z",
  "2026-04-21T10:00:00.123456789Z",
  "2026-04-21T10:00:00,5Z",
  "2026-04-21T10:00:00+00:00",
  "2026-04-21T10:00:00-00:00",
  "2026-04-21T10:00:00+0000",
  "2026-04-21T10:00Z",
  "2026-04-21T24:00:00Z",
  "2016-12-31T23:59:60Z",
  "2024-02-29T00:00:00Z",
  "20260421T100000Z",
])("readUtcTime reads %s", (text) => {
  expect(readUtcTime(text)).toBeDefined();
});

test.for([
  "",
  "2026-04-21",
  "2026-04-21 10:00:00",
  "2026-04-21 10:00:00Z",
  "2026-04-21T10:00:00",
  "2026-04-21T10:00:00+08:00",
  "2026-04-21T10:00:00+00:30",
  "2026-02-30T10:00:00Z",
  "2025-02-29T10:00:00Z",
  "2026-13-01T10:00:00Z",
  "2026-00-10T10:00:00Z",
  "2026-04-21T25:00:00Z",
  "2026-04-21T10:60:00Z",
  "2026-04-21T24:00:01Z",
  "1776765600000",
  "Tue, 21 Apr 2026 10:00:00 GMT",
])("readUtcTime refuses %s", (text) => {
  expect(readUtcTime(text)).toBeUndefined();
});

test("moments are ordered to the last digit, whatever the precision", () => {
  const moments = [
    "2026-04-21T10:00:00Z",
    "2026-04-21T10:00:00.0000001Z",
    "2026-04-21T10:00:01Z",
    "2027-01-01T00:00Z",
  ];
  const read = moments.map((text) => readUtcTime(text));
  expect(read.every((moment, index) => index === 0 || String(moment) > String(read[index - 1]))).toBe(true);
  expect(readUtcTime("2026-04-21T10:00:00.5Z")).toBe(readUtcTime("2026-04-21T10:00:00.500+00:00"));
});
