import type { SignedParts } from "../../../lib/signer/signature-scheme.ts";
import type { Call } from "../../../lib/reference/call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { instead, replacing, sayingNo, sayingYes } from "../../../lib/reference/changes.ts";

const isNamedOnly = ({ operation }: Call) => !operation.startsWith("webhook/");

/** Takes a signature for good beyond the webhook operations that some change of the signed parts makes good. */
function signing(parts: Partial<SignedParts>): Change {
  return replacing(
    "signature.matches",
    (matches) => async (call, signed, secret, presented) =>
      (await matches(call, signed, secret, presented)) ||
      (isNamedOnly(call) && (await matches(call, { ...signed, ...parts }, secret, presented))),
  );
}

export const beyondWebhooksMutants = toMutants(
  {
    "signature.wrong": {
      "verifies-no-signatures-beyond-webhooks": sayingYes("signature.matches", (call) => isNamedOnly(call)),
    },
    "signature.absent": {
      "wants-no-signature-beyond-webhooks": replacing(
        "signature.verify",
        (verify) => async (call, caller) =>
          isNamedOnly(call) && !call.headers.has("x-signature") ? undefined : verify(call, caller),
      ),
    },
    "signature.other-secret": {
      "accepts-every-secret-beyond-webhooks": instead("signature.secretsOf", (call) =>
        isNamedOnly(call) ? call.merchants.flatMap(({ secret }) => secret ?? []) : undefined,
      ),
    },
    "signature.covers-method": {
      "signs-get-as-well-as-post-beyond-webhooks": signing({ method: "GET" }),
    },
    "freshness.timestamp-too-old": {
      "accepts-old-timestamps-beyond-webhooks": sayingYes("signature.notTooOld", (call) => isNamedOnly(call)),
    },
    "freshness.timestamp-too-new": {
      "accepts-timestamps-of-the-future-beyond-webhooks": sayingYes("signature.notTooNew", (call) =>
        isNamedOnly(call),
      ),
    },
    "signature.no-detour": {
      "verifies-no-signatures-beside-a-query-string-beyond-webhooks": replacing(
        "signature.verify",
        (verify) => async (call, caller) =>
          isNamedOnly(call) && call.query !== "" ? undefined : verify(call, caller),
      ),
    },
    "freshness.nonce-replayed": {
      "forgets-nonces-beyond-webhooks": sayingNo("signature.isSpent", (call) => isNamedOnly(call)),
    },
  },
  { mode: "signed", beyondWebhooks: true },
);
