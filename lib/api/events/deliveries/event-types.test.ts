import { expect, test } from "vitest";
import { otherTypeIn } from "./event-types.ts";

const TYPES = ["card.transaction", "card.status", "card.3ds-challenge"];

function attempt(...shown: readonly string[]) {
  return { body: Buffer.from(JSON.stringify(shown.map((type) => ({ type })))), headers: [] };
}

test.each([
  { what: "the same type", attempts: [attempt("card.status"), attempt("card.status")] },
  { what: "no type", attempts: [attempt("card.status"), attempt()] },
  { what: "a further event", attempts: [attempt("card.status"), attempt("card.transaction", "card.status")] },
])("otherTypeIn: an attempt with $what carries the same event", ({ attempts }) => {
  expect(otherTypeIn(attempts, TYPES)).toBeUndefined();
});

test("otherTypeIn: names the type of an attempt with another event", () => {
  const attempts = [attempt("card.status"), attempt("card.status"), attempt("card.transaction")];
  expect(otherTypeIn(attempts, TYPES)).toBe("card.transaction");
});
