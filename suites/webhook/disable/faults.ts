import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Outcome } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { replacing } from "../../../lib/reference/changes.ts";

/** Disable does something else where `otherwise` has an answer. */
export function performing(
  otherwise: (call: Call, owner: ReferenceMerchant, stored: Configuration) => Outcome | undefined,
): Change {
  return replacing("disable.perform", (perform) => (call, owner) => {
    const stored = call.store.configurationOf(owner.name);
    return (stored && otherwise(call, owner, stored)) ?? perform(call, owner);
  });
}
