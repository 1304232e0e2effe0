import type { ObservationResult } from "./result.ts";

/** A JSON value. */
type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** Turns observations into pins. A value that varies, or is missing, cannot be pinned. */
export function pinsOf(
  observations: readonly Pick<ObservationResult, "requirement" | "value">[],
): Record<string, Json> {
  const entries = observations.flatMap(({ requirement, value }) =>
    isStable(value) ? [[requirement, value.value] as const] : [],
  );
  return Object.fromEntries(entries);
}

function isStable(value: unknown): value is { readonly value: Json } {
  return (
    typeof value === "object" &&
    value !== null &&
    "stable" in value &&
    value.stable === true &&
    "value" in value
  );
}
