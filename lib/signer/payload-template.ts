import { createHash } from "node:crypto";
import {
  type SignatureEncoding,
  type SignedPart,
  type SignedParts,
  SIGNATURE_ENCODINGS,
} from "./signature-scheme.ts";
import { SignerError } from "./signer-error.ts";

const HASHES = ["sha256", "sha512", "md5", "sha1"] as const;
const PARTS = ["method", "path", "query", "timestamp", "nonce", "apiKey", "body"] as const;
/** The path without what a gateway removes: that of a base URL. */
const API_PATH = "apiPath";
const BEFORE_API_PATH = /^.*?(?=\/abc\/v\d)/;
const NAMES = [...PARTS, API_PATH];
const PLACEHOLDERS = `${NAMES.map((name) => `{${name}}`).join(" ")} {body:${HASHES.join("|")}:${SIGNATURE_ENCODINGS.join("|")}}`;
const UNCLOSED = new RegExp(`\\{(?:${NAMES.join("|")})\\b`);

type Piece = (parts: SignedParts, emptyBodyHash: boolean) => Uint8Array;

/** A payload template, compiled. */
export interface PayloadTemplate {
  /** The parts that the payload contains. */
  readonly covers: ReadonlySet<SignedPart>;
  /** The signed bytes. They contain a body byte for byte, in any encoding. */
  bytes(parts: SignedParts, emptyBodyHash: boolean): Buffer;
}

/**
 * Compiles a template such as `{method}\n{path}\n{timestamp}\n{nonce}\n{body:sha256:hex}`. Placeholders:
 * method, path, apiPath, query, timestamp, nonce, apiKey, body, body:HASH:ENC. All else is literal UTF-8, also a brace
 * around a quotation mark, as in a JSON payload.
 * @throws {SignerError} with the unknown placeholder
 */
export function payloadTemplate(template: string): PayloadTemplate {
  const covers = new Set<SignedPart>();
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of template.matchAll(/\{([^{}"]*)\}/g)) {
    pieces.push(literal(template.slice(end, match.index)));
    pieces.push(placeholder(match[1] ?? "", covers));
    end = match.index + match[0].length;
  }
  pieces.push(literal(template.slice(end)));
  if (covers.size === 0)
    throw new SignerError(`Cannot use the payload: expected one of ${PLACEHOLDERS} (got none)`);
  return {
    covers,
    bytes: (parts, emptyBodyHash) => Buffer.concat(pieces.map((piece) => piece(parts, emptyBodyHash))),
  };
}

function literal(text: string): Piece {
  const unclosed = UNCLOSED.exec(text);
  if (unclosed)
    throw new SignerError(`Cannot use the payload: expected a closing brace (got ${unclosed[0]})`);
  const bytes = Buffer.from(text);
  return () => bytes;
}

function placeholder(inner: string, covers: Set<SignedPart>): Piece {
  if (inner === API_PATH) {
    covers.add("path");
    return ({ path }) => Buffer.from(path.replace(BEFORE_API_PATH, ""));
  }
  const [name, hashName, encodingName, ...rest] = inner.split(":");
  const part = PARTS.find((known) => known === name);
  if (part === undefined || rest.length > 0 || (part !== "body" && hashName !== undefined))
    throw unknown(inner);
  covers.add(part);
  if (part !== "body") return (parts) => Buffer.from(parts[part]);
  if (hashName === undefined) return (parts) => parts.body ?? new Uint8Array();
  const hash = HASHES.find((known) => known === hashName);
  const encoding = SIGNATURE_ENCODINGS.find((known) => known === encodingName);
  if (hash === undefined || encoding === undefined) throw unknown(inner);
  return (parts, emptyBodyHash) => digest(parts.body ?? new Uint8Array(), hash, encoding, emptyBodyHash);
}

function digest(
  body: Uint8Array,
  hash: string,
  encoding: SignatureEncoding,
  emptyBodyHash: boolean,
): Uint8Array {
  if (body.length === 0 && !emptyBodyHash) return body;
  return Buffer.from(createHash(hash).update(body).digest(encoding));
}

function unknown(inner: string): SignerError {
  return new SignerError(
    `Cannot use the payload: expected no placeholder but ${PLACEHOLDERS} (got {${inner}})`,
  );
}
