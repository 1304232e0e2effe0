import { expect, test } from "vitest";
import { transitionsIn } from "./transitions.ts";
import type { SeenAnswer } from "./seen-answer.ts";

const nothing: SeenAnswer = {
  caller: "alpha",
  label: "query",
  expects: "open",
  overlaps: false,
  succeeded: false,
  kind: undefined,
  url: undefined,
  status: 200,
  envelope: undefined,
  headers: [],
  configuration: undefined,
  receivedAt: 0,
  durationMs: 1,
};
const reads = (status: number | undefined): SeenAnswer => ({
  ...nothing,
  expects: "success",
  succeeded: true,
  configuration: status === undefined ? { id: 1 } : { id: 1, status },
});
const register: SeenAnswer = { ...nothing, label: "register", expects: "success", succeeded: true };
const disable: SeenAnswer = { ...register, label: "disable" };
const refused: SeenAnswer = { ...register, expects: "refused input", succeeded: false };
const other: SeenAnswer = { ...register, label: "register by PUT" };
const kinds = (...answers: SeenAnswer[]) =>
  transitionsIn(answers).map((transition) =>
    "status" in transition ? `${transition.kind} ${transition.status}` : transition.kind,
  );

test("a first register is one that nothing was before", () => {
  expect(kinds(nothing, disable, register, reads(0))).toEqual([
    "query of nothing",
    "disable of nothing",
    "first register 0",
  ]);
  expect(kinds(register, reads(1))).toEqual([]);
});

test("registers are named by the state before; rejections are not steps", () => {
  expect(kinds(reads(1), register, reads(1), refused, register, reads(0), register, reads(1))).toEqual([
    "register again 1",
    "register again 0",
    "register on disabled 1",
  ]);
});

test("a second disable is one of what a disable, or a reading, has left disabled", () => {
  expect(kinds(reads(1), disable, disable)).toEqual(["second disable"]);
  expect(kinds(reads(0), disable)).toEqual(["second disable"]);
  expect(kinds(reads(1), disable, reads(undefined), disable)).toEqual(["second disable"]);
});

test("nothing follows from two steps at once, from what overlaps, and from what the document does not know", () => {
  expect(kinds(reads(1), register, register, reads(1))).toEqual([]);
  expect(kinds(reads(1), { ...register, overlaps: true }, reads(1))).toEqual([]);
  expect(kinds(reads(1), other, register, reads(1))).toEqual([]);
  expect(kinds(reads(1), { ...register, succeeded: false }, reads(1), disable)).toEqual([]);
});

test("merchants are kept apart", () => {
  expect(kinds(reads(1), { ...nothing, caller: "beta" }, register, reads(1))).toEqual([
    "register again 1",
    "query of nothing",
  ]);
});
