import { expect, test } from "vitest";
import type { LanePlace } from "../engine/run/lanes.ts";
import { shareOfLanes } from "./share-of-lanes.ts";

const places: Readonly<Record<string, LanePlace>> = {
  "mcp.a": "beside",
  "delivery.a": "first",
  "query.a": "any",
};
const costs = new Map([
  ["mcp.a", 300],
  ["delivery.a", 200],
  ["query.a", 2_000],
]);
const asked = [...costs.keys()].map((id) => ({ id }));

const shareOf = (count: number) =>
  shareOfLanes(
    { requests: 2_540, asked, costs },
    { count, placeOf: ({ id }) => places[id] ?? "any", costOf: () => 0 },
  );

test("in one lane, only the MCP service is checked beside the rest", () => {
  expect(shareOf(1)).toEqual({ requests: 2_540, inTurn: 40 + 2_200 });
});

test("further lanes share the checks of any merchant, after requests of their own", () => {
  expect(shareOf(2)).toEqual({ requests: 2_620, inTurn: 40 + 73 + 1_100 });
  expect(shareOf(4).inTurn).toBeLessThan(40 + 100 + 560);
});
