import { expect, test } from "vitest";
import type { JsonObject } from "../json/json.ts";
import { findDisagreement, sameRecord } from "./find-disagreement.ts";

const found = (asked: readonly string[], detail: JsonObject, listed: readonly JsonObject[]) => {
  const record = sameRecord(asked, detail, listed);
  return record === undefined ? undefined : listed.indexOf(record);
};

test.each<[string, readonly string[], JsonObject, readonly JsonObject[], number | undefined]>([
  ["by its id", ['"T2"'], { id: "T2" }, [{ id: "T1" }, { id: "T2" }], 1],
  ["by a number", ["7"], { one: { no: 7 } }, [{ no: 7 }, { no: 8, amount: 7 }], 0],
  ["by a text of another name", ['"T2"'], { id: "T2" }, [{ txnId: "T2" }, { txnId: "T1" }], 0],
  ["where another one mentions it", ["7"], { no: 7 }, [{ no: 8, of: { no: 7 } }, { no: 7 }], 1],
  ["not by a number of another name", ["7"], { no: 7 }, [{ amount: 7 }], undefined],
  ["not where two have it", ['"C1"'], { card: "C1" }, [{ card: "C1" }, { card: "C1" }], undefined],
  ["not where the detail does not show it", ['"T1"'], { id: "T2" }, [{ id: "T1" }], undefined],
])("the record of a detail is found in a query %s", (_, asked, detail, listed, index) => {
  expect(found(asked, detail, listed)).toBe(index);
});

test("records differ where both show a field, wherever it stands in them", () => {
  const listed = { head: { transactionType: "Fees" }, money: { fees: 1 } };
  expect(findDisagreement(listed, { transactionType: "Fees", fees: 1 })).toBeUndefined();
  expect(findDisagreement(listed, { transactionType: "Fees", fees: null })).toBeUndefined();
  expect(findDisagreement(listed, { transactionType: "Fees", fees: 2 })).toEqual({
    field: "fees",
    listed: 1,
    detailed: 2,
  });
});

/** A record that names another one by very many names. */
function named(prefix: string): JsonObject {
  return Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`${prefix}${at}`, "T2"]));
}

test("an answer that names the record without end is compared all the same", () => {
  const often = { no: Array.from({ length: 1_000_000 }, () => 7) };
  expect(found(["7"], often, [{ no: 8 }, often])).toBe(1);
  expect(found(['"T2"'], named("a"), [{ id: "T1" }, named("b")])).toBe(1);
});
