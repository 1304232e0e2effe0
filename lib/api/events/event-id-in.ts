import type { Profile } from "../../profile/profile-schema.ts";
import type { Arrival } from "../../receiver/arrival.ts";
import { readJson } from "../json.ts";
import { valueAt } from "../operations/records.ts";

type Correlation = NonNullable<Profile["events"]["correlation"]>;

/** By what a delivery is known to be of an event; undefined: it does not say. */
export function eventIdIn({ body }: Pick<Arrival, "body">, { payload }: Correlation): string | undefined {
  return textAt(body, payload);
}

/** A text or a number at a pointer of a JSON text; undefined: there is none. */
export function textAt(body: Uint8Array, pointer: string): string | undefined {
  const reading = readJson(body);
  const value = reading.ok ? valueAt(reading.value, pointer) : undefined;
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
}
