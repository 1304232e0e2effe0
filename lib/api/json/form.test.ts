import { expect, test } from "vitest";
import { describeOtherForm } from "./form.ts";
import { NonIntegerNumber } from "./json.ts";

test.each([
  [
    new NonIntegerNumber("1.0"),
    "1.0, a number with a fraction or an exponent. Strict clients take it for no integer: write 1",
  ],
  [
    new NonIntegerNumber("1e3"),
    "1e3, a number with a fraction or an exponent. Strict clients take it for no integer: write 1000",
  ],
  [new NonIntegerNumber("1.5"), "1.5"],
  ["1", '"1"'],
])("%j instead of an integer", (value, text) => {
  expect(describeOtherForm(value)).toBe(text);
});
