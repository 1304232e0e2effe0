import { expect, test } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

test.each([
  ["apikey", ["name", "apiKey"], "apiKey"],
  ["depht", ["depth", "seed"], "depth"],
  ["zzzzz", ["depth", "seed"], undefined],
  ["x", [], undefined],
])("%s among %j means %s", (word, candidates, expected) => {
  expect(didYouMean(word, candidates)).toBe(expected);
});
