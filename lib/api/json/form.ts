import { describeJson, type JsonValue, NonIntegerNumber } from "./json.ts";

/** The form that the document gives to a value. */
export interface Form {
  readonly is: (value: JsonValue) => boolean;
  /** Completes the sentence "expected …". */
  readonly expected: string;
}

/** A schema of JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A form that a schema expresses too. The schema accepts every value of the form, and may accept more. */
export interface SchemaForm extends Form {
  readonly schema: JsonSchema;
}

/** An integer is one on the wire: 1.5, 1.0, 1e3 and "1" are not. */
export const anInteger: SchemaForm = {
  is: (value) => typeof value === "bigint" || Number.isSafeInteger(value),
  expected: "an integer",
  schema: { type: "integer" },
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

/** A value that lacks its form, for people. Of `1.0` it says why it is no integer. */
export function describeOtherForm(value: JsonValue): string {
  const shown = describeJson(value);
  if (!(value instanceof NonIntegerNumber) || !Number.isSafeInteger(Number(value.source))) return shown;
  return `${shown}, a number with a fraction or an exponent. Strict clients take it for no integer: write ${Number(value.source)}`;
}

export const aString: SchemaForm = {
  is: (value) => typeof value === "string",
  expected: "a string",
  schema: { type: "string" },
};
