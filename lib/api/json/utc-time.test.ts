import { expect, test } from "vitest";
import { isBefore, isBeforeOnAnyNode, isSameMoment, type Instant, readUtcTime } from "./utc-time.ts";

test.for([
  "2026-04-21T10:00:00Z",
  "2026-04-21T10:00:00.123456789Z",
  "2026-04-21T10:00:00,5Z",
  "2026-04-21T10:00:00+00:00",
  "2026-04-21T10:00:00-00:00",
  "2026-04-21T10:00:00+0000",
  "2026-04-21T10:00Z",
  "2026-04-21T10Z",
  "2026-04-21T10:00.5Z",
  "2026-04-21T24:00:00Z",
  "2016-12-31T23:59:60Z",
  "2024-02-29T00:00:00Z",
  "20260421T100000Z",
  "2026-111T10:00:00Z",
  "2024-366T10:00:00Z",
  "2026-W17-2T10:00:00Z",
  "2026W172T100000Z",
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
  "2026-04-00T10:00:00Z",
  "2026-000T10:00:00Z",
  "2026-366T10:00:00Z",
  "2026-W00-1T10:00:00Z",
  "2025-W53-1T10:00:00Z",
  "2026-W17-0T10:00:00Z",
  "2026-04-21T25:00:00Z",
  "2026-04-21T10:60:00Z",
  "2026-04-21T24:00:01Z",
  "1776765600000",
  "Tue, 21 Apr 2026 10:00:00 GMT",
])("readUtcTime refuses %s", (text) => {
  expect(readUtcTime(text)).toBeUndefined();
});

function moment(text: string): Instant {
  const read = readUtcTime(text);
  if (read === undefined) throw new Error(`Cannot read ${text}`);
  return read;
}

test("moments are ordered to the last digit", () => {
  const moments = [
    "2026-04-21T10:00:00.0000001Z",
    "2026-04-21T10:00:00.0000002Z",
    "2026-04-21T10:00:01.0000000Z",
    "2027-01-01T00:00:00.0000000Z",
  ].map(moment);
  for (const [index, later] of moments.slice(1).entries()) {
    const earlier = moments[index] ?? later;
    expect([isBefore(earlier, later), isBefore(later, earlier)]).toEqual([true, false]);
  }
});

test.for([
  ["2026-04-21T10:00:00.500Z", "2026-04-21T10:00:00.500+00:00"],
  ["2026-04-21T10:00:00.5Z", "2026-04-21T10:00:00.500Z"],
  ["2026-04-21T10:00:00.123456789Z", "2026-04-21T10:00:00.123456Z"],
  ["2026-04-21T10:00:00.700Z", "2026-04-21T10:00:00Z"],
  ["2026-04-21T10:00:00.700Z", "2026-04-21T10:00:01Z"],
  ["2026-04-21T10:30:00Z", "2026-04-21T10.5Z"],
  ["2026-04-21T00:00:00Z", "2026-111T00:00:00Z"],
  ["2026-04-21T00:00:00Z", "2026-W17-2T00:00:00Z"],
  ["2024-12-31T24:00:00Z", "2025-01-01T00:00:00Z"],
])("%s and %s may be the same moment", ([one = "", other = ""]) => {
  expect(isSameMoment(moment(one), moment(other))).toBe(true);
});

test.for([
  ["2026-04-21T10:00:00.700Z", "2026-04-21T10:00:02Z"],
  ["2026-04-21T10:00:00.123Z", "2026-04-21T10:00:00.124Z"],
  ["2026-04-21T10:00:00Z", "2026-04-21T10:00:01Z"],
  ["0026-04-21T10:00:00Z", "1926-04-21T10:00:00Z"],
])("%s is before %s", ([one = "", other = ""]) => {
  expect(isBefore(moment(one), moment(other))).toBe(true);
  expect(isSameMoment(moment(one), moment(other))).toBe(false);
});

test.for([
  ["2026-04-21T10:00:00.000Z", "2026-04-21T10:00:02.000Z", false],
  ["2026-04-21T10:00:00.000Z", "2026-04-21T10:00:02.001Z", true],
  ["2026-04-21T10:00:00Z", "2026-04-21T18:00:00Z", true],
] as const)("%s is before %s on any node: %s", ([one, other, expected]) => {
  expect(isBeforeOnAnyNode(moment(one), moment(other))).toBe(expected);
});
