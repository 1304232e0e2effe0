import type {
  TimestampUnit,
  NonceForm,
  Algorithm,
  SignatureScheme,
  SignedPart,
  SignedParts,
} from "./signature-scheme.ts";
import { createHash, createHmac, randomBytes, sign, timingSafeEqual, verify } from "node:crypto";
import { privateKey, publicKey } from "./key.ts";
import { SignerError } from "./signer-error.ts";
import { payloadTemplate } from "./payload-template.ts";
import { signatureModule } from "./signature-module.ts";

/** Computes and verifies the signatures of one scheme. */
export interface Signer {
  /**
   * The value of X-Signature.
   * @throws {SignerError} if the secret cannot be used, or a signing module fails
   */
  readonly sign: (parts: SignedParts, secret: string) => Promise<string>;
  /**
   * Whether `signature` is exactly the expected one. A module must sign again, so it must be deterministic.
   */
  readonly verify: (parts: SignedParts, secretOrPublicKey: string, signature: string) => Promise<boolean>;
  /** The signed bytes. Undefined: a module makes them. */
  readonly payloadOf: (parts: SignedParts) => Buffer | undefined;
  /** A hash of those bytes without a secret, in the form of a signature. Undefined: a module makes them. */
  readonly hashOf: (parts: SignedParts) => string | undefined;
  /** Whether the signature depends on the part. A module counts as depending on all. */
  readonly covers: (part: SignedPart) => boolean;
  /** X-Timestamp for a moment in milliseconds since 1970. */
  readonly timestampOf: (dateMs: number) => string;
  /** Milliseconds since 1970. Undefined: the text is not a decimal integer. */
  readonly parseTimestamp: (text: string) => number | undefined;
  /** A new X-Nonce. `random` gives at least 16 bytes. Default: the system's source. */
  readonly newNonce: (random?: () => Uint8Array) => string;
}

type Signing = Pick<Signer, "sign" | "verify" | "payloadOf" | "hashOf" | "covers">;

/**
 * The signer of a scheme. A module path is relative to `directory` (default: the working directory).
 * @throws {SignerError} for an unknown placeholder, a module that cannot be loaded, or neither or both of
 *   algorithm and module
 */
export async function createSigner(
  scheme: SignatureScheme,
  { directory = process.cwd() }: { readonly directory?: string } = {},
): Promise<Signer> {
  return {
    ...(await signing(scheme, directory)),
    timestampOf: (dateMs) => formatTimestamp(scheme.timestamp, dateMs),
    parseTimestamp: (text) => parseTimestamp(scheme.timestamp, text),
    newNonce: (random) => newNonce(scheme.nonce, random),
  };
}

/** The signer of a deployment. Undefined: the API key alone authenticates its requests. @throws {SignerError} */
export async function signerOf({
  mode,
  signature,
}: {
  readonly mode: string;
  readonly signature?: SignatureScheme | undefined;
}): Promise<Signer | undefined> {
  return mode === "signed" && signature !== undefined ? createSigner(signature) : undefined;
}

async function signing(scheme: SignatureScheme, directory: string): Promise<Signing> {
  const { algorithm, module, payload } = scheme;
  if (algorithm !== undefined && module === undefined && payload !== undefined) {
    return byAlgorithm(scheme, algorithm, payload);
  }
  if (algorithm === undefined && module !== undefined) return byModule(module, directory);
  throw new SignerError("Cannot build the signer: expected an algorithm with a payload, or a module");
}

function byAlgorithm(scheme: SignatureScheme, name: Algorithm, payload: string): Signing {
  const algorithm = signatureAlgorithm(name);
  const template = payloadTemplate(payload);
  const hash = name === "hmac-sha512" ? "sha512" : "sha256";
  const bytesOf = (parts: SignedParts) => template.bytes(parts, scheme.emptyBodyHash ?? false);
  return {
    sign: async (parts, secret) => algorithm.sign(bytesOf(parts), secret).toString(scheme.encoding),
    async verify(parts, key, signature) {
      const raw = Buffer.from(signature, scheme.encoding);
      return raw.toString(scheme.encoding) === signature && algorithm.verify(bytesOf(parts), key, raw);
    },
    payloadOf: bytesOf,
    hashOf: (parts) => createHash(hash).update(bytesOf(parts)).digest(scheme.encoding),
    covers: (part) => template.covers.has(part),
  };
}

async function byModule(file: string, directory: string): Promise<Signing> {
  const compute = await signatureModule(file, directory);
  const signatureOf = async (parts: SignedParts, secret: string) =>
    compute({ ...parts, body: Buffer.from(parts.body ?? []), secret });
  return {
    sign: signatureOf,
    verify: async (parts, secret, signature) =>
      equalInConstantTime(signature, await signatureOf(parts, secret)),
    payloadOf: () => undefined,
    hashOf: () => undefined,
    covers: () => true,
  };
}

function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const NONCE_BYTES = 16;

/**
 * A new nonce: a version 4 UUID or 32 hex digits.
 * @param random source of at least 16 bytes; by default the system's.
 */
function newNonce(form: NonceForm, random: () => Uint8Array = () => randomBytes(NONCE_BYTES)): string {
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

const MS_PER_UNIT: Readonly<Record<TimestampUnit, number>> = { "unix-ms": 1, "unix-s": 1000 };

/** The value of X-Timestamp for a moment in milliseconds since 1970. */
export function formatTimestamp(unit: TimestampUnit, dateMs: number): string {
  return String(Math.floor(dateMs / MS_PER_UNIT[unit]));
}

/** Milliseconds since 1970, or undefined when the text is not a decimal integer. */
function parseTimestamp(unit: TimestampUnit, text: string): number | undefined {
  return /^-?\d+$/.test(text) ? Number(text) * MS_PER_UNIT[unit] : undefined;
}

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
