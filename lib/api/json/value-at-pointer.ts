import { pointerSteps } from "../../text/json-pointer.ts";
import { isObject, type JsonValue, readJson } from "./json.ts";

/** The value to which a JSON pointer leads (RFC 6901); undefined: to nothing. */
export function valueAtPointer(value: JsonValue, pointer: string): JsonValue | undefined {
  return pointerSteps(pointer).reduce<JsonValue | undefined>((at, step) => {
    if (isList(at)) return at[Number(step)];
    return isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Reads a text or a number at a pointer of a JSON text; undefined: no such value. */
export function textAt(body: Uint8Array, pointer: string): string | undefined {
  const reading = readJson(body);
  const value = reading.ok ? valueAtPointer(reading.value, pointer) : undefined;
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
}
