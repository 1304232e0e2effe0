import { expect, test } from "vitest";
import type { JsonValue } from "../json/json.ts";
import { recordsIn } from "./records-in.ts";
import { valueOfField } from "./value-of-field.ts";

const sale = (fees?: number) => ({ transactionType: "Clearing", ...(fees !== undefined && { fees }) });
const told = (data: JsonValue, isDetail = false) =>
  recordsIn(data, undefined, isDetail).map((record) => valueOfField(record, "fees") ?? "none");

test.each<[string, JsonValue, readonly unknown[]]>([
  ["the data itself", [sale(1), sale(2)], [1, 2]],
  ["a list in it", { page: { items: [sale(1), sale()] } }, [1, "none"]],
  [
    "lists by day",
    [
      { day: 1, list: [sale(1)] },
      { day: 2, list: [sale()] },
    ],
    [1, "none"],
  ],
  ["items that keep type and fees apart", [{ head: sale(), money: { fees: 3 } }], [3]],
  ["items that mention another transaction", [{ ...sale(), original: sale(7) }], ["none"]],
  ["a list beside a sum for each type", { list: [sale(1), sale()], sums: [sale()] }, [1, "none"]],
  ["an empty list beside a sum for each type", { list: [], sums: [sale()] }, []],
  ["days of which one is empty", [{ list: [sale()] }, { list: [] }], ["none"]],
  ["two lists, and nowhere fees", { list: [sale()], sums: [sale()] }, ["none", "none"]],
  ["a list beside the filter that was asked for", { filter: sale(), list: [sale(1)] }, [1]],
  ["an empty list beside the filter", { filter: sale(), list: [] }, []],
  ["members named by id", { T1: sale(1), T2: sale() }, [1, "none"]],
  ["one record", { transaction: sale(), fees: 5 }, [5]],
])("the records of a query are found in %s", (_, data, fees) => {
  expect(told(data)).toEqual(fees);
});

test.each<[string, JsonValue, readonly unknown[]]>([
  ["the data", sale(1), [1]],
  ["a member, beside a list of others", { one: sale(), related: [sale(2)] }, ["none"]],
  ["a member, beside the one that it reverses", { one: sale(1), original: sale() }, [1]],
  ["a list of one", [sale(1)], [1]],
  ["the data, with fees beside it", { one: sale(), fees: 4 }, [4]],
])("the record of a detail is found in %s", (_, data, fees) => {
  expect(told(data, true)).toEqual(fees);
});

test("a status stands beside the type, not deeper", () => {
  const records = recordsIn(
    [{ head: { ...sale(1), status: "s" } }, { ...sale(1), card: { status: "x" } }],
    "",
  );
  expect(records.map((record) => valueOfField(record, "status"))).toEqual(["s", undefined]);
});
