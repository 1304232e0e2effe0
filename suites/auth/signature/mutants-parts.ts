import { mutant } from "../../../lib/reference/mutant.ts";
import { changing, SIGNED } from "./faults.ts";

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
