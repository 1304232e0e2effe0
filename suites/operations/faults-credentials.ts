import type { Change } from "../../lib/reference/mutant.ts";
import { changing, replacing, sayingNo, sayingYes } from "../../lib/reference/changes.ts";

/** Operations of an area that need no key. */
export function keyless(operation: string): Change {
  return replacing("authentication.authenticate", (authenticate) => (call) => {
    const [first] = call.merchants;
    const isOpen = call.operation === operation && !call.headers.has("x-api-key");
    return isOpen && first !== undefined ? first : authenticate(call);
  });
}

/** An operation that is carried out without a key, and then answered with a rejection. */
export function carriedOutAndRejected(operation: string): Change {
  return changing("flow.perform", async (outcome, call) => {
    const [first] = call.merchants;
    const isKeyless = call.operation === operation && !call.headers.has("x-api-key");
    if (isKeyless && first !== undefined) await call.rules.operations.perform(call, first);
    return outcome;
  });
}

/** Operations of an area that take any key for the first merchant's. */
export function takingAnyKey(operation: string): Change {
  return replacing("authentication.authenticate", (authenticate) => (call) => {
    const [first] = call.merchants;
    const isOpen = call.operation === operation && call.headers.has("x-api-key");
    const known = authenticate(call);
    return isOpen && first !== undefined && "refused" in known ? first : known;
  });
}

/** Operations of an area that find the merchant of a key whatever its letter case. */
export function takingKeysInAnyCase(operation: string): Change {
  return replacing(
    "authentication.merchantOfKey",
    (merchantOfKey) => (call, key) =>
      call.operation === operation
        ? call.merchants.find(({ apiKey }) => apiKey.toLowerCase() === key.toLowerCase())
        : merchantOfKey(call, key),
  );
}

/** Operations of an area that verify no signature. */
export function takingAnySignature(operation: string): Change {
  return sayingYes("signature.matches", (call) => call.operation === operation);
}

/** Operations of an area that accept a nonce again. */
export function forgettingNonces(operation: string): Change {
  return sayingNo("signature.isSpent", (call) => call.operation === operation);
}
