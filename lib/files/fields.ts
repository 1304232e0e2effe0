import * as z from "zod";

/** A value from a file. It does not change. */
export type Frozen<T> = T extends object ? { readonly [Member in keyof T]: Frozen<T[Member]> } : T;

/** A field of a file that is null if the file does not have it. */
export function orNull<S extends z.ZodType>(schema: S, description: string) {
  return schema.nullable().default(null).describe(description);
}

/** A field of a file that may be absent. */
export function orAbsent<S extends z.ZodType>(schema: S, description: string): z.ZodExactOptional<S> {
  return schema.exactOptional().describe(description);
}

/** A text with a rule of its own. @param problemOf says what is wrong with a text. Undefined: nothing */
export function checkedText(problemOf: (text: string) => string | undefined): z.ZodString {
  return z.string().superRefine((text, context) => {
    const message = problemOf(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}

/** A field of a file that is true or false. */
export function trueOrFalse(fallback: boolean, description: string) {
  return z.boolean().default(fallback).describe(description);
}
