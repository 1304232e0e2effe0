import type { JsonValue } from "../api/json/json.ts";
import type { Call } from "./call.ts";
import type { JsonObject } from "./outcome.ts";

/** Brings the members of an object and of the objects in it into the order of the choices. */
export function arrange(call: Call, value: JsonObject): JsonObject {
  const { memberOrder } = call.choices;
  if (memberOrder === "declared") return value;
  const entries = Object.entries(value).map(([name, member]): [string, JsonValue] => [
    name,
    isObject(member) ? arrange(call, member) : member,
  ]);
  if (memberOrder === "reversed") return Object.fromEntries(entries.toReversed());
  const first = call.number % entries.length;
  return Object.fromEntries([...entries.slice(first), ...entries.slice(0, first)]);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
