import { type KeyObject, createPrivateKey, createPublicKey } from "node:crypto";
import { SignerError } from "./signer-error.ts";

/** PKCS #8 wrapping of a raw Ed25519 seed (RFC 8410). */
const ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const SEED_BYTES = 32;

export type KeyType = "ed25519" | "rsa";

/**
 * The private key in `secret`: PEM (line breaks may be written `\n`), for ed25519 also a 32-byte seed in hex
 * or base64.
 * @throws {SignerError} without a word of the secret
 */
export function privateKey(type: KeyType, secret: string): KeyObject {
  const seed = type === "ed25519" ? seedOf(secret) : undefined;
  return keyOf(type, "private", () =>
    seed === undefined
      ? createPrivateKey(lineBreaks(secret))
      : createPrivateKey({ key: Buffer.concat([ED25519_PREFIX, seed]), format: "der", type: "pkcs8" }),
  );
}

/**
 * The public key in `key`: a public key in PEM, or that of a private key as above.
 * @throws {SignerError} without a word of the key
 */
export function publicKey(type: KeyType, key: string): KeyObject {
  if (!key.includes("PUBLIC KEY")) return createPublicKey(privateKey(type, key));
  return keyOf(type, "public", () => createPublicKey(lineBreaks(key)));
}

function keyOf(type: KeyType, side: "private" | "public", read: () => KeyObject): KeyObject {
  const expected = `Cannot use the secret: expected ${forms(type, side)}`;
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new SignerError(`${expected} (got another text)`);
  }
  if (key.asymmetricKeyType !== type)
    throw new SignerError(`${expected} (got a ${key.asymmetricKeyType} key)`);
  return key;
}

function forms(type: KeyType, side: "private" | "public"): string {
  const pem = `an ${type === "rsa" ? "RSA" : "Ed25519"} ${side} key in PEM`;
  return type === "ed25519" && side === "private" ? `${pem}, or a 32-byte seed in hex or base64` : pem;
}

function seedOf(secret: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(secret)) return Buffer.from(secret, "hex");
  if (!/^[\w+/-]{43}=?$/.test(secret)) return undefined;
  const seed = Buffer.from(secret, "base64");
  return seed.length === SEED_BYTES ? seed : undefined;
}

function lineBreaks(pem: string): string {
  return pem.replaceAll(String.raw`\n`, "\n");
}
