import { expect, test } from "vitest";
import { isTelling, showsTheSame } from "./shows-the-same.ts";

const page = { total: 1, page: 1, list: [{ id: "T1", fees: 25, status: "Done" }] };
const detail = { id: "A1", balance: 100, currency: "USD", closed: false };

test.each([
  ["the same page", page, page],
  ["records of another merchant", page, { total: 2, list: [{ id: "T9", fees: 0, status: "Open" }] }],
  ["the same record, with one value moved", detail, { ...detail, balance: 99 }],
  ["true", true, true],
])("%s grants what was granted", (_, twin, data) => {
  expect(showsTheSame(twin, data)).toBe(true);
});

test.each([
  ["an empty page", page, { total: 0, page: 1, list: [] }],
  ["a list of errors", page, { errors: [{ id: "E1", field: "key" }] }],
  ["an error", detail, { error: "no key", currency: null }],
  ["another record", detail, { id: "A2", balance: 7, currency: "USD", closed: false }],
  ["nothing", detail, undefined],
  ["null", detail, null],
  ["false", true, false],
  ["a record instead of true", true, detail],
])("%s grants nothing: what a refusal holds in `data` is open", (_, twin, data) => {
  expect(showsTheSame(twin, data)).toBe(false);
});

test("an answer without values shows nothing", () => {
  for (const data of [undefined, null, false, {}, [], { total: 0, list: [] }, { message: "" }])
    expect(isTelling(data)).toBe(false);
  for (const data of [true, page, detail, "X1", 5]) expect(isTelling(data)).toBe(true);
});
