import { expect, test } from "vitest";
import { durationText } from "./estimate.ts";

test.each([
  [1, "1 s"],
  [89_000, "89 s"],
  [300_000, "5 min"],
  [7_920_000, "2.2 h"],
])("%i ms is %s", (ms, text) => expect(durationText(ms)).toBe(text));
