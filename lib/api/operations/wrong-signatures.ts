import type { CredentialOffence } from "../request/offence.ts";
import type { SpoiltCaller } from "../refusals/caller.ts";
import type { OperationsContext } from "./operations-context.ts";
import { refusesEach } from "./refuses.ts";
import { refusesReplay } from "./refuses-replay.ts";
import { WRONG_SIGNATURE, WRONG_SIGNATURES } from "../refusals/wrong-signatures.ts";

/**
 * Every operation of an area is refused with a wrong signature, and beyond quick depth without one. The run tries an
 * operation that changes things permanently with a wrong signature only.
 */
export function refusesForgedSignatures(area: string): (context: OperationsContext) => Promise<void> {
  return refusesEach(area, forgeriesOf, WRONG_SIGNATURE);
}

/** Every operation of an area that changes nothing is refused when an accepted call is sent again. */
export function refusesUsedNonces(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    for (const operation of context.operations.reading(area)) await refusesReplay(context, operation);
  };
}

function forgeriesOf(caller: SpoiltCaller): readonly CredentialOffence[] {
  const [absent, empty] = WRONG_SIGNATURES.absent();
  return [WRONG_SIGNATURE, absent, empty, ...WRONG_SIGNATURES.otherKey(caller)].filter(
    (one) => one !== undefined,
  );
}
