import type { CredentialOffence } from "../request/offence.ts";
import type { SpoiltCaller } from "../refusals/caller.ts";
import type { OperationsContext } from "./operations-context.ts";
import { refusesEach } from "./refuses.ts";
import { refusesReplay } from "./refuses-replay.ts";
import { WRONG_SIGNATURE } from "./wrong-signature.ts";

const FORGERIES: readonly CredentialOffence[] = [
  WRONG_SIGNATURE,
  {
    name: "no signature",
    expects: "refused signature",
    tamper: (valid) => ({ ...valid, signature: undefined }),
  },
  {
    name: "an empty signature",
    expects: "refused signature",
    tamper: (valid) => ({ ...valid, signature: "" }),
  },
];

/**
 * Every operation of an area is refused with a wrong signature, and beyond quick depth without one. The run tries an
 * operation that changes things permanently with a wrong signature only.
 */
export function refusesForgedSignatures(area: string): (context: OperationsContext) => Promise<void> {
  return refusesEach(area, (caller) => [...FORGERIES, ...foreignKeys(caller)], WRONG_SIGNATURE);
}

/** Every operation of an area that changes nothing is refused when an accepted call is sent again. */
export function refusesUsedNonces(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    for (const operation of context.operations.reading(area)) await refusesReplay(context, operation);
  };
}

/** The keys of other merchants, which do not belong to the signature. */
function foreignKeys({ merchant, others }: SpoiltCaller): readonly CredentialOffence[] {
  return others
    .filter(({ secret }) => secret !== merchant.secret)
    .map(({ name, apiKey }) => ({
      name: `the API key of ${name} and the signature of ${merchant.name}`,
      expects: "refused signature",
      tamper: (valid) => ({ ...valid, apiKey }),
    }));
}
