import { canonical } from "./plain.ts";

/**
 * Whether what was observed is what a pin says. Of an object, the pin may name some members only.
 * What varies keeps no pin.
 *
 * @param observed `{ value, stable }`
 */
export function keepsPin(pin: unknown, observed: unknown): boolean {
  return isRecord(observed) && observed["stable"] === true && agrees(pin, observed["value"]);
}

function agrees(pin: unknown, value: unknown): boolean {
  if (!isRecord(pin) || !isRecord(value)) return canonical(pin) === canonical(value);
  return Object.entries(pin).every(([name, member]) => agrees(member, value[name]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
