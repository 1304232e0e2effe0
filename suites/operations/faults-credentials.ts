import { type Mutant, mutant } from "../../lib/reference/mutant.ts";
import { dashed } from "./faults.ts";

/** Operations of an area that need no key. */
export function keyless(operation: string, breaks: string): Mutant {
  return mutant(`needs-no-key-for-${dashed(operation)}`, breaks, ({ authentication }) => ({
    authentication: {
      authenticate: (call) => {
        const [first] = call.merchants;
        const isOpen = call.operation === operation && !call.headers.has("x-api-key");
        return isOpen && first !== undefined ? first : authentication.authenticate(call);
      },
    },
  }));
}

/** An operation that is carried out without a key, and then answered with a rejection. */
export function carriedOutAndRejected(operation: string, breaks: string): Mutant {
  return mutant(`carries-out-${dashed(operation)}-without-a-key-and-rejects-it`, breaks, ({ flow }) => ({
    flow: {
      perform: async (call) => {
        const outcome = await flow.perform(call);
        const [first] = call.merchants;
        const isKeyless = call.operation === operation && !call.headers.has("x-api-key");
        if (isKeyless && first !== undefined) await call.rules.operations.perform(call, first);
        return outcome;
      },
    },
  }));
}

/** Operations of an area that take any key for the first merchant's. */
export function takingAnyKey(operation: string, breaks: string): Mutant {
  return mutant(`takes-any-key-for-${dashed(operation)}`, breaks, ({ authentication }) => ({
    authentication: {
      authenticate: (call) => {
        const [first] = call.merchants;
        const isOpen = call.operation === operation && call.headers.has("x-api-key");
        const known = authentication.authenticate(call);
        return isOpen && first !== undefined && "refused" in known ? first : known;
      },
    },
  }));
}

/** Operations of an area that find the merchant of a key whatever its letter case. */
export function takingKeysInAnyCase(operation: string, breaks: string): Mutant {
  return mutant(`ignores-the-letter-case-of-keys-for-${dashed(operation)}`, breaks, ({ authentication }) => ({
    authentication: {
      merchantOfKey: (call, key) =>
        call.operation === operation
          ? call.merchants.find(({ apiKey }) => apiKey.toLowerCase() === key.toLowerCase())
          : authentication.merchantOfKey(call, key),
    },
  }));
}

/** Operations of an area that verify no signature. */
export function takingAnySignature(operation: string, breaks: string): Mutant {
  return mutant(
    `takes-any-signature-for-${dashed(operation)}`,
    breaks,
    ({ signature }) => ({
      signature: {
        matches: async (call, ...others) =>
          call.operation === operation || signature.matches(call, ...others),
      },
    }),
    { mode: "signed" },
  );
}

/** Operations of an area that accept a nonce again. */
export function forgettingNonces(operation: string, breaks: string): Mutant {
  return mutant(
    `forgets-nonces-of-${dashed(operation)}`,
    breaks,
    ({ signature }) => ({
      signature: {
        isSpent: (call, ...others) => call.operation !== operation && signature.isSpent(call, ...others),
      },
    }),
    { mode: "signed" },
  );
}
