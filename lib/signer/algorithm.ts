import { createHmac, sign, timingSafeEqual, verify } from "node:crypto";
import { privateKey, publicKey } from "./key.ts";
import type { Algorithm } from "./signature-scheme.ts";

/** One signature algorithm over bytes. */
export interface SignatureAlgorithm {
  sign(payload: Uint8Array, secret: string): Buffer;
  /** `key` is the secret or, for ed25519 and rsa-sha256, also the public key (PEM). */
  verify(payload: Uint8Array, key: string, signature: Uint8Array): boolean;
  /** @throws {SignerError} if the algorithm cannot use the secret */
  assertSecret(secret: string): void;
}

const ALGORITHM_OF: Readonly<Record<Algorithm, SignatureAlgorithm>> = {
  "hmac-sha256": hmac("sha256"),
  "hmac-sha512": hmac("sha512"),
  ed25519: asymmetric("ed25519", null),
  "rsa-sha256": asymmetric("rsa", "sha256"),
};

export function signatureAlgorithm(name: Algorithm): SignatureAlgorithm {
  return ALGORITHM_OF[name];
}

function hmac(hash: string): SignatureAlgorithm {
  const digest = (payload: Uint8Array, secret: string) => createHmac(hash, secret).update(payload).digest();
  return {
    sign: digest,
    verify(payload, key, signature) {
      const expected = digest(payload, key);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    },
    assertSecret: () => {},
  };
}

function asymmetric(keyType: "ed25519" | "rsa", hash: string | null): SignatureAlgorithm {
  return {
    sign: (payload, secret) => sign(hash, payload, privateKey(keyType, secret)),
    verify: (payload, key, signature) => verify(hash, payload, publicKey(keyType, key), signature),
    assertSecret(secret) {
      privateKey(keyType, secret);
    },
  };
}
