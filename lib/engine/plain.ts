import { isObject } from "../api/finding.ts";
import { type JsonValue, NonIntegerNumber } from "../api/json.ts";

/** A JSON value that every parser reads alike. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | readonly Plain[]
  | { readonly [member: string]: Plain | undefined };

/** Numbers that JavaScript cannot hold become strings of their digits. */
export function plainOf(value: JsonValue): Plain {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof NonIntegerNumber) return value.source;
  if (Array.isArray(value)) return value.map((item: JsonValue) => plainOf(item));
  if (!isObject(value)) return isPrimitive(value) ? value : null;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainOf(member)]));
}

/** The same text for the same value, in whatever order its members stand. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(",")}]`;
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(",")}}`;
}

function isPrimitive(value: unknown): value is null | boolean | number | string {
  return value === null || ["boolean", "number", "string"].includes(typeof value);
}
