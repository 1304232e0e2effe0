import { readJson } from "../../json/json.ts";
import { valueAtPointer } from "../../json/value-at-pointer.ts";

/** Reads a text or a number at a pointer of a JSON text; undefined: no such value. */
export function textAt(body: Uint8Array, pointer: string): string | undefined {
  const reading = readJson(body);
  const value = reading.ok ? valueAtPointer(reading.value, pointer) : undefined;
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
}
