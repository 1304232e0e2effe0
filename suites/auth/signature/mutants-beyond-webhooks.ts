import type { SignedParts } from "../../../lib/signer/signature-scheme.ts";
import type { Call } from "../../../lib/reference/call.ts";
import { type Change, mutant, type Mutant } from "../../../lib/reference/mutant.ts";

const isNamedOnly = ({ operation }: Call) => !operation.startsWith("webhook/");

function lax(name: string, breaks: string, change: Change): Mutant {
  return mutant(`${name}-beyond-webhooks`, breaks, change, { mode: "signed", beyondWebhooks: true });
}

/** Takes a signature for good beyond the webhook operations that some change of the signed parts makes good. */
function signing(name: string, breaks: string, parts: Partial<SignedParts>): Mutant {
  return lax(name, breaks, ({ signature }) => ({
    signature: {
      matches: async (call, signed, secret, presented) =>
        (await signature.matches(call, signed, secret, presented)) ||
        (isNamedOnly(call) && (await signature.matches(call, { ...signed, ...parts }, secret, presented))),
    },
  }));
}

export const beyondWebhooksMutants = [
  lax("verifies-no-signatures", "signature.wrong", ({ signature }) => ({
    signature: {
      matches: async (call, ...others) => isNamedOnly(call) || signature.matches(call, ...others),
    },
  })),
  lax("wants-no-signature", "signature.absent", ({ signature }) => ({
    signature: {
      verify: async (call, caller) =>
        isNamedOnly(call) && !call.headers.has("x-signature") ? undefined : signature.verify(call, caller),
    },
  })),
  lax("accepts-every-secret", "signature.other-secret", ({ signature }) => ({
    signature: {
      secretsOf: (call, caller) =>
        isNamedOnly(call)
          ? call.merchants.flatMap(({ secret }) => secret ?? [])
          : signature.secretsOf(call, caller),
    },
  })),
  signing("signs-get-as-well-as-post", "signature.covers-method", { method: "GET" }),
  lax("accepts-old-timestamps", "freshness.timestamp-too-old", ({ signature }) => ({
    signature: { notTooOld: (call, ...others) => isNamedOnly(call) || signature.notTooOld(call, ...others) },
  })),
  lax("accepts-timestamps-of-the-future", "freshness.timestamp-too-new", ({ signature }) => ({
    signature: { notTooNew: (call, ...others) => isNamedOnly(call) || signature.notTooNew(call, ...others) },
  })),
  lax("verifies-no-signatures-beside-a-query-string", "signature.no-detour", ({ signature }) => ({
    signature: {
      verify: async (call, caller) =>
        isNamedOnly(call) && call.query !== "" ? undefined : signature.verify(call, caller),
    },
  })),
  lax("forgets-nonces", "freshness.nonce-replayed", ({ signature }) => ({
    signature: { isSpent: (call, ...others) => !isNamedOnly(call) && signature.isSpent(call, ...others) },
  })),
];
