import { type JsonValue, NonIntegerNumber } from "./json.ts";

/** The form that the document gives to a value. */
export interface Form {
  readonly is: (value: JsonValue) => boolean;
  /** Completes the sentence "expected …". */
  readonly expected: string;
}

/** An integer is one on the wire: 1.5, 1.0, 1e3 and "1" are not. */
export const anInteger: Form = {
  is: (value) => typeof value === "bigint" || Number.isSafeInteger(value),
  expected: "an integer",
};

/** A number, or a decimal in a text. */
export const anAmount: Form = {
  is: (value) =>
    anInteger.is(value) ||
    value instanceof NonIntegerNumber ||
    (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value)),
  expected: "a number or a decimal in a text",
};

/** Anything but a number with a fraction, or a number in a text. */
export const noFraction: Form = {
  is: (value) =>
    !(value instanceof NonIntegerNumber || (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value))),
  expected: "an integer",
};

export const aString: Form = { is: (value) => typeof value === "string", expected: "a string" };
