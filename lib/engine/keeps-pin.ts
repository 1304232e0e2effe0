import { canonicalText } from "./plain.ts";

/**
 * Whether an observation matches a pin. A pin of an object may name only some members. A value that varies
 * matches no pin.
 * @param observed `{ value, stable }`
 */
export function keepsPin(pin: unknown, observed: unknown): boolean {
  return isRecord(observed) && observed["stable"] === true && agrees(pin, observed["value"]);
}

function agrees(pin: unknown, value: unknown): boolean {
  if (!isRecord(pin) || !isRecord(value)) return canonicalText(pin) === canonicalText(value);
  return Object.entries(pin).every(([name, member]) => agrees(member, value[name]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
