import type { SignedParts } from "../../../lib/signer/signature-scheme.ts";
import type { Call } from "../../../lib/reference/call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";

const isNamedOnly = ({ operation }: Call) => !operation.startsWith("webhook/");

/** Takes a signature for good beyond the webhook operations that some change of the signed parts makes good. */
function signing(parts: Partial<SignedParts>): Change {
  return ({ signature }) => ({
    signature: {
      matches: async (call, signed, secret, presented) =>
        (await signature.matches(call, signed, secret, presented)) ||
        (isNamedOnly(call) && (await signature.matches(call, { ...signed, ...parts }, secret, presented))),
    },
  });
}

export const beyondWebhooksMutants = toMutants(
  {
    "signature.wrong": {
      "verifies-no-signatures-beyond-webhooks": ({ signature }) => ({
        signature: {
          matches: async (call, ...others) => isNamedOnly(call) || signature.matches(call, ...others),
        },
      }),
    },
    "signature.absent": {
      "wants-no-signature-beyond-webhooks": ({ signature }) => ({
        signature: {
          verify: async (call, caller) =>
            isNamedOnly(call) && !call.headers.has("x-signature")
              ? undefined
              : signature.verify(call, caller),
        },
      }),
    },
    "signature.other-secret": {
      "accepts-every-secret-beyond-webhooks": ({ signature }) => ({
        signature: {
          secretsOf: (call, caller) =>
            isNamedOnly(call)
              ? call.merchants.flatMap(({ secret }) => secret ?? [])
              : signature.secretsOf(call, caller),
        },
      }),
    },
    "signature.covers-method": {
      "signs-get-as-well-as-post-beyond-webhooks": signing({ method: "GET" }),
    },
    "freshness.timestamp-too-old": {
      "accepts-old-timestamps-beyond-webhooks": ({ signature }) => ({
        signature: {
          notTooOld: (call, ...others) => isNamedOnly(call) || signature.notTooOld(call, ...others),
        },
      }),
    },
    "freshness.timestamp-too-new": {
      "accepts-timestamps-of-the-future-beyond-webhooks": ({ signature }) => ({
        signature: {
          notTooNew: (call, ...others) => isNamedOnly(call) || signature.notTooNew(call, ...others),
        },
      }),
    },
    "signature.no-detour": {
      "verifies-no-signatures-beside-a-query-string-beyond-webhooks": ({ signature }) => ({
        signature: {
          verify: async (call, caller) =>
            isNamedOnly(call) && call.query !== "" ? undefined : signature.verify(call, caller),
        },
      }),
    },
    "freshness.nonce-replayed": {
      "forgets-nonces-beyond-webhooks": ({ signature }) => ({
        signature: { isSpent: (call, ...others) => !isNamedOnly(call) && signature.isSpent(call, ...others) },
      }),
    },
  },
  { mode: "signed", beyondWebhooks: true },
);
