import { type JsonValue, NonIntegerNumber, isObject } from "./json.ts";
import type { Plain } from "../../engine/requirement/plain.ts";

export function typeOf(value: JsonValue): string {
  if (value instanceof NonIntegerNumber) return "number";
  if (typeof value === "bigint") return "integer beyond 2^53";
  if (typeof value === "number") return "integer";
  if (typeof value === "string") return "string";
  return value === null ? "null" : typeof value;
}

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
