import { toMutants } from "../../../lib/reference/mutant.ts";
import { alsoRightFor } from "./faults.ts";
import { instead, replacing } from "../../../lib/reference/changes.ts";

/** A part of a signature is compared, and not the whole. */
export const signaturePartsMutants = toMutants(
  {
    "signature.part": {
      "compares-the-beginning-of-signatures": instead(
        "signature.matches",
        async (call, parts, secret, signature) =>
          (await (await call.signer()).sign(parts, secret)).startsWith(signature.slice(0, 8)),
      ),
      "compares-the-end-of-signatures": instead(
        "signature.matches",
        async (call, parts, secret, signature) =>
          signature.length >= 16 && (await (await call.signer()).sign(parts, secret)).endsWith(signature),
      ),
      "accepts-more-behind-the-signature": instead(
        "signature.matches",
        async (call, parts, secret, signature) =>
          signature.startsWith(await (await call.signer()).sign(parts, secret)),
      ),
    },
    "signature.covers-body": {
      "signs-no-body-of-another-type": alsoRightFor((_parts, { headers }) =>
        headers.get("content-type") === "text/plain" ? [{ body: new Uint8Array() }] : [],
      ),
      "signs-no-long-body": alsoRightFor(({ body }) =>
        (body?.length ?? 0) > 4096 ? [{ body: new Uint8Array() }] : [],
      ),
    },
    "signature.wrong": {
      "compares-all-but-the-last-character-of-signatures": replacing(
        "signature.matches",
        () => async (call, parts, secret, signature) => {
          const right = await (await call.signer()).sign(parts, secret);
          return signature.length === right.length && signature.startsWith(right.slice(0, -1));
        },
      ),
    },
  },
  { mode: "signed" },
);
