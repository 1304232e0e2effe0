import type { Call, ReferenceMerchant } from "../call.ts";
import type { Change } from "../mutant.ts";
import type { Outcome } from "../outcome.ts";
import type { Configuration } from "../store.ts";

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
