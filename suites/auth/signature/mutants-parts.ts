import { mutant } from "../../../lib/reference/mutant.ts";
import { alsoRightFor, changing, SIGNED } from "./faults.ts";

/** A part of a signature is compared, and not the whole. */
export const signaturePartsMutants = [
  mutant(
    "compares-the-beginning-of-signatures",
    "signature.part",
    changing(() => ({
      matches: async (call, parts, secret, signature) =>
        (await (await call.signer()).sign(parts, secret)).startsWith(signature.slice(0, 8)),
    })),
    SIGNED,
  ),
  mutant(
    "signs-no-body-of-another-type",
    "signature.covers-body",
    alsoRightFor((_parts, { headers }) =>
      headers.get("content-type") === "text/plain" ? [{ body: new Uint8Array() }] : [],
    ),
    SIGNED,
  ),
  mutant(
    "signs-no-long-body",
    "signature.covers-body",
    alsoRightFor(({ body }) => ((body?.length ?? 0) > 4096 ? [{ body: new Uint8Array() }] : [])),
    SIGNED,
  ),
  mutant(
    "compares-the-end-of-signatures",
    "signature.part",
    changing(() => ({
      matches: async (call, parts, secret, signature) =>
        signature.length >= 16 && (await (await call.signer()).sign(parts, secret)).endsWith(signature),
    })),
    SIGNED,
  ),
  mutant(
    "compares-all-but-the-last-character-of-signatures",
    "signature.wrong",
    changing(() => ({
      matches: async (call, parts, secret, signature) => {
        const right = await (await call.signer()).sign(parts, secret);
        return signature.length === right.length && signature.startsWith(right.slice(0, -1));
      },
    })),
    SIGNED,
  ),
  mutant(
    "accepts-more-behind-the-signature",
    "signature.part",
    changing(() => ({
      matches: async (call, parts, secret, signature) =>
        signature.startsWith(await (await call.signer()).sign(parts, secret)),
    })),
    SIGNED,
  ),
];
