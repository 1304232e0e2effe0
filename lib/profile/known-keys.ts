import * as z from "zod";
import type { FieldPath } from "./field-path.ts";

/** The keys of the object schema at a path. Empty: there is no object schema. */
export function knownKeys(schema: z.core.$ZodType, path: FieldPath): readonly string[] {
  const target = path.reduce<z.core.$ZodType | undefined>(
    (inner, key) => (inner === undefined ? undefined : child(inner, key)),
    schema,
  );
  const object = target === undefined ? undefined : unwrap(target);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function child(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return inner.element;
  if (inner instanceof z.ZodRecord) return inner.valueType;
  return inner instanceof z.ZodObject ? inner.shape[String(key)] : undefined;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  const wraps =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional;
  return wraps ? unwrap(schema.unwrap()) : schema;
}
