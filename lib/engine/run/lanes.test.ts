import { expect, test } from "vitest";
import { divideRows, type LanePlace } from "./lanes.ts";
import type { AnyPlannedRow } from "../plan/plan.ts";

const check = async () => undefined;
const rule = { hear: () => [], byItself: true };
const why = { verdict: "uncovered", code: "need-not-offered", reason: "Not checked." } as const;

function row(id: string, more: Partial<AnyPlannedRow["requirement"]> = { check }): AnyPlannedRow {
  const sentence = { id, level: "stated", sections: ["1"], text: "It is so." } as const;
  return { requirement: { ...sentence, ...more }, unselected: false, why: undefined };
}

const PLACES: Readonly<Record<string, LanePlace>> = { mcp: "beside", delivery: "first" };
const costs: Readonly<Record<string, number>> = { "query.long": 50 };
const rows = [
  { ...row("query.uncovered"), why },
  row("query.first"),
  row("query.long"),
  row("delivery.arrives"),
  row("mcp.answers"),
  row("query.looks", { level: "unspecified", observe: async () => ({}) }),
  row("query.always", { check, last: true }),
  row("query.keeps", { check, rule }),
  row("query.hears", { rule }),
];

const ids = (some: readonly AnyPlannedRow[]) => some.map(({ requirement }) => requirement.id);

function divided(count: number) {
  const { beside, stages } = divideRows(rows, {
    count,
    placeOf: ({ id }) => PLACES[id.slice(0, id.indexOf("."))] ?? "any",
    costOf: ({ id }) => costs[id] ?? 1,
  });
  return {
    beside: ids(beside),
    stages: stages.map(({ own, shared }) => ({ own: ids(own), shared: ids(shared) })),
  };
}

test("with one lane, the order of the plan stays, but for what is beside", () => {
  expect(divided(1)).toEqual({
    beside: ["mcp.answers"],
    stages: [
      {
        own: ids(rows).filter((id) => id !== "mcp.answers"),
        shared: [],
      },
    ],
  });
});

test("several lanes share the checks, the longest first, before what needs their answers", () => {
  expect(divided(2)).toEqual({
    beside: ["mcp.answers"],
    stages: [
      { own: ["query.uncovered", "delivery.arrives"], shared: ["query.long", "query.first"] },
      { own: [], shared: ["query.always", "query.keeps", "query.looks"] },
      { own: ["query.hears"], shared: [] },
    ],
  });
});
