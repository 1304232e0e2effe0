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

/** A field of a file that is true or false. */
export function trueOrFalse(fallback: boolean, description: string) {
  return z.boolean().default(fallback).describe(description);
}
