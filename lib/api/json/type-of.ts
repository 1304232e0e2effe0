import { type JsonValue, NonIntegerNumber } from "./json.ts";

export function typeOf(value: JsonValue): string {
  if (value instanceof NonIntegerNumber) return "number";
  if (typeof value === "bigint") return "integer beyond 2^53";
  if (typeof value === "number") return "integer";
  if (typeof value === "string") return "string";
  return value === null ? "null" : typeof value;
}
