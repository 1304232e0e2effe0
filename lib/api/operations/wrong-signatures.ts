import type { CredentialOffence } from "../request/offence.ts";
import type { OperationsContext } from "./operations-context.ts";
import { assertOperationRefuses } from "./refuses.ts";
import { refusesReplay } from "./refuses-replay.ts";

/** The first is the one that every guard rejects that looks at signatures at all. */
const FORGERIES: readonly CredentialOffence[] = [
  {
    name: "a wrong signature",
    expects: "refused signature",
    tamper: (valid) => ({ ...valid, signature: valid.signature?.replaceAll(/[\da-z]/gi, otherThan) }),
  },
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

/** Every operation of an area that changes nothing is refused with a wrong signature, and beyond quick depth without one. */
export function refusesForgedSignatures(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    const forgeries = context.effort.triedSparingly([...FORGERIES, ...foreignKeys(context)]);
    for (const operation of context.operations.reading(area))
      for (const forgery of forgeries) await assertOperationRefuses(context, operation, forgery);
  };
}

/** Every operation of an area that changes nothing is refused when an accepted call is sent again. */
export function refusesUsedNonces(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    for (const operation of context.operations.reading(area)) await refusesReplay(context, operation);
  };
}

/** The keys of other merchants, which do not belong to the signature. */
function foreignKeys({ merchant, others }: OperationsContext): readonly CredentialOffence[] {
  return others
    .filter(({ secret }) => secret !== merchant.secret)
    .map(({ name, apiKey }) => ({
      name: `the API key of ${name} and the signature of ${merchant.name}`,
      expects: "refused signature",
      tamper: (valid) => ({ ...valid, apiKey }),
    }));
}

function otherThan(character: string): string {
  return character === "0" ? "1" : "0";
}
