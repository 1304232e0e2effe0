import { randomBytes } from "node:crypto";
import type { NonceForm } from "./signature-scheme.ts";
import { SignerError } from "./signer-error.ts";

const NONCE_BYTES = 16;

/**
 * A new nonce: a version 4 UUID or 32 hex digits.
 * @param random source of at least 16 bytes; by default the system's.
 */
export function newNonce(form: NonceForm, random: () => Uint8Array = () => randomBytes(NONCE_BYTES)): string {
  const bytes = Buffer.from(random().subarray(0, NONCE_BYTES));
  if (bytes.length < NONCE_BYTES) {
    throw new SignerError(
      `Cannot make a nonce: the random source gave ${bytes.length} of ${NONCE_BYTES} bytes`,
    );
  }
  if (form === "hex") return bytes.toString("hex");
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
