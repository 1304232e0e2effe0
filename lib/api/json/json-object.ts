import { detachText } from "../../text/detached.ts";
import { type JsonValue, NonIntegerNumber, writeJson } from "./json.ts";

export type JsonObject = { readonly [member: string]: JsonValue };

const MAX_SHOWN_CHARS = 200;

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NonIntegerNumber)
  );
}

/** The value of an optional field; JSON null counts as absent. */
export function fieldOf(object: JsonObject, name: string): JsonValue | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return value === null ? undefined : value;
}

/** A JSON value for people, cut to a line. */
export function describeJson(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  const text = writeJson(value);
  return text.length > MAX_SHOWN_CHARS
    ? `${detachText(text.slice(0, MAX_SHOWN_CHARS))}… (${text.length} characters)`
    : text;
}

/** Two values that should be the same, as evidence takes them: only of texts it can be said where they differ. */
export function comparedTexts(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
): { readonly compared?: readonly [expected: string, actual: string] } {
  return typeof expected === "string" && typeof actual === "string" ? { compared: [expected, actual] } : {};
}
