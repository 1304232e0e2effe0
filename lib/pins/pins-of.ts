import type { Profile } from "../profile/profile-schema.ts";
import type { ObservationResult } from "../result.ts";

/** What observations saw, as pins. What varies, or was not seen, cannot be pinned. */
export function pinsOf(observations: readonly ObservationResult[]): Profile["pins"] {
  const entries = observations.flatMap(({ requirement, value }) =>
    isStable(value) ? [[requirement, value.value] as const] : [],
  );
  return Object.fromEntries(entries);
}

function isStable(value: unknown): value is { readonly value: Profile["pins"][string] } {
  return (
    typeof value === "object" &&
    value !== null &&
    "stable" in value &&
    value.stable === true &&
    "value" in value
  );
}
