import type { Plain } from "../../engine/requirement/plain.ts";
import { isObject, type JsonValue, NonIntegerNumber } from "./json.ts";

/** Numbers that JavaScript cannot hold become strings of their digits. */
export function plainOf(value: JsonValue): Plain {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof NonIntegerNumber) return value.source;
  if (Array.isArray(value)) return value.map((item: JsonValue) => plainOf(item));
  if (!isObject(value)) return isPrimitive(value) ? value : null;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainOf(member)]));
}

function isPrimitive(value: unknown): value is null | boolean | number | string {
  return value === null || ["boolean", "number", "string"].includes(typeof value);
}
