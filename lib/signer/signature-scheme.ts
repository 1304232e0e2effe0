export const ALGORITHMS = ["hmac-sha256", "hmac-sha512", "ed25519", "rsa-sha256"] as const;
export const SIGNATURE_ENCODINGS = ["hex", "base64", "base64url"] as const;
export const TIMESTAMP_UNITS = ["unix-ms", "unix-s"] as const;
export const NONCE_FORMS = ["uuid", "hex"] as const;

export type Algorithm = (typeof ALGORITHMS)[number];
export type SignatureEncoding = (typeof SIGNATURE_ENCODINGS)[number];
export type TimestampUnit = (typeof TIMESTAMP_UNITS)[number];
export type NonceForm = (typeof NONCE_FORMS)[number];

/** The computation of X-Signature in a deployment (the document, section 5.4, does not show it). */
export interface SignatureScheme {
  /** Exactly one of `algorithm` and `module` is given. */
  readonly algorithm?: Algorithm;
  /**
   * File whose default export is a {@link SignatureFunction}. The path is relative to the signer's directory.
   */
  readonly module?: string;
  /**
   * Template of the signed bytes, see {@link payloadTemplate}. Required with `algorithm`, unused with
   * `module`.
   */
  readonly payload?: string;
  /** Unused with `module`, which returns the header value. */
  readonly encoding: SignatureEncoding;
  readonly timestamp: TimestampUnit;
  readonly nonce: NonceForm;
  /**
   * `{body:HASH:ENC}` of a request without body. true: the hash of no bytes. false: empty. Default: false.
   */
  readonly emptyBodyHash?: boolean;
}

/** The parts of a signature. */
export interface SignedParts {
  /** As sent, for example `POST`. */
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** As sent, without the `?`. Empty: no query. */
  readonly query: string;
  /** Absent and empty are the same: no body is sent. */
  readonly body?: Uint8Array;
  /** The value of X-Timestamp. */
  readonly timestamp: string;
  /** The value of X-Nonce. */
  readonly nonce: string;
  /** The value of X-API-Key. */
  readonly apiKey: string;
}

export type SignedPart = keyof SignedParts;

/**
 * Default export of a signing module: returns the value of X-Signature. `body` is empty for a request without
 * body.
 */
export type SignatureFunction = (
  input: Required<Omit<SignedParts, "body">> & { readonly body: Buffer; readonly secret: string },
) => string | Promise<string>;
