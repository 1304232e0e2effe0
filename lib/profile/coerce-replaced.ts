import type * as z from "zod";
import { type FieldPath, valueAtPath } from "./field-path.ts";

/**
 * Turns a string from the environment into a number or a boolean if the schema requires it.
 * @returns the data, changed in place
 */
export function coerceReplaced(
  data: unknown,
  schema: z.ZodType,
  fromEnvironment: (path: FieldPath) => boolean,
): unknown {
  for (const issue of schema.safeParse(data).error?.issues ?? []) {
    const parent = valueAtPath(data, issue.path.slice(0, -1));
    const key = issue.path.at(-1);
    if (issue.code !== "invalid_type" || key === undefined || !fromEnvironment(issue.path)) continue;
    if (typeof parent === "object" && parent !== null) {
      Reflect.set(parent, key, coerced(Reflect.get(parent, key), issue.expected));
    }
  }
  return data;
}

function coerced(value: unknown, expected: string): unknown {
  if (expected === "boolean" && (value === "true" || value === "false")) return value === "true";
  const numeric = expected === "number" || expected === "int";
  return numeric && typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
