import type { ObservationResult } from "./result.ts";

/** What JSON can say. */
type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** What observations saw, as pins. What varies, or was not seen, cannot be pinned. */
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
