import { expect, test } from "vitest";
import { driftLine, driftsBetween, driftsFromPin } from "./drift.ts";

const seen = (value: unknown, varies?: readonly string[]) =>
  varies === undefined ? { value, stable: true } : { value, stable: false, varies };
const drift = (part: string, before: string, after: string) => ({ part, before, after });

test("a drift names its part", () => {
  const [before, after] = [
    { status: 400, code: 1, shape: { id: "text" } },
    { status: 422, code: 1, shape: {} },
  ];
  const drifts = driftsBetween(seen(before), seen(after), "either");
  expect(drifts).toEqual([drift("status", "400", "422"), drift("shape, id", "text", "not observed")]);
  expect(driftLine(drifts, "after")).toBe("status: 422; shape, id: not observed");
  expect(driftsBetween(seen(before), seen(after), "both")).toEqual(drifts.slice(0, 1));
});

test("a part without a value is a drift only where the run looked at it", () => {
  const [both, one] = [seen({ status: 400, msg: "no" }), seen({ status: 400 })];
  const lost = { ...one, unseen: { msg: "Nothing came." } };
  expect([driftsBetween(both, one, "either"), driftsBetween(one, both, "either")]).toEqual([[], []]);
  expect(driftsBetween(both, lost, "either")).toEqual([drift("msg", "no", "not observed")]);
  expect(driftsBetween(lost, both, "either")).toEqual([drift("msg", "not observed", "no")]);
  expect(driftsBetween(both, lost, "both")).toEqual([]);
  expect(driftsBetween(both, undefined, "either")).toHaveLength(2);
});

test("one value for all kinds stands for each kind", () => {
  const [all, each] = [{ status: 400 }, { status: { "no body": 400, "long URL": 414 } }];
  expect(driftsBetween(seen(all), seen(each), "either")).toEqual([drift("status, long URL", "400", "414")]);
  expect(driftsBetween(seen(each), seen(all), "before")).toEqual([drift("status, long URL", "414", "400")]);
});

test("a part that begins to vary is a drift, and one that varies alike is not", () => {
  const varying = seen({ status: [200, 201], code: 0 }, ["status"]);
  expect(driftsBetween(seen({ status: 200, code: 0 }), varying, "either")).toEqual([
    drift("status", "200", "200 or 201 (varies)"),
  ]);
  expect(driftsBetween(varying, varying, "either")).toEqual([]);
});

test("a pin is kept by the same value, and by what has its members and more", () => {
  expect(driftsFromPin({ a: 0 }, seen({ a: 0, b: 1 }))).toEqual([]);
  expect(driftsFromPin({ b: { c: 1 } }, seen({ a: 1, b: { c: 1, d: 2 } }))).toEqual([]);
  expect(driftsFromPin({ a: ["a", "b"] }, seen({ a: ["a", "b"], b: 1 }, ["b"]))).toEqual([]);
});

test.each([
  [{ a: 0 }, seen({ a: "0" })],
  [{ a: null }, seen({ a: "absent" })],
  [{ a: 1 }, seen({ b: 1 })],
  [{ a: 1 }, seen(1)],
  [{ a: ["a"] }, seen({ a: ["a", "b"] })],
  [{ a: 1 }, seen({ a: [1, 2] }, ["a"])],
  [{ a: [1, 2] }, seen({ a: [1, 2] }, ["a"])],
  [{ a: 1 }, undefined],
])("a pin %j is not kept by %j", (pin, observed) => {
  expect(driftsFromPin(pin, observed)).toHaveLength(1);
});
