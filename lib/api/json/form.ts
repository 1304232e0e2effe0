import type { JsonValue } from "./json.ts";

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

export const aString: Form = { is: (value) => typeof value === "string", expected: "a string" };
