import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Outcome } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";

/** Disable does something else where `instead` has an answer. */
export function performing(
  instead: (call: Call, owner: ReferenceMerchant, stored: Configuration) => Outcome | undefined,
): Change {
  return ({ disable }) => ({
    disable: {
      perform: (call, owner) => {
        const stored = call.store.configurationOf(owner.name);
        return (stored && instead(call, owner, stored)) ?? disable.perform(call, owner);
      },
    },
  });
}
