import * as z from "zod";
import { orAbsent, orNull, trueOrFalse } from "../../files/fields.ts";
import { signatureAlgorithm } from "../../signer/signer.ts";
import {
  type Algorithm,
  ALGORITHMS,
  NONCE_FORMS,
  SIGNATURE_ENCODINGS,
  TIMESTAMP_UNITS,
} from "../../signer/signature-scheme.ts";
import { payloadTemplate } from "../../signer/payload-template.ts";
import { SignerError } from "../../signer/signer-error.ts";
import { valueAtPath } from "../fields/field-path.ts";
import type { FieldProblem } from "../yaml/interpolate.ts";

/** A template of signed bytes. */
export const payloadSchema = z.string().superRefine((text, context) => {
  try {
    payloadTemplate(text);
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    context.addIssue({ code: "custom", message: expectationOf(error) });
  }
});

const signatureSchema = z.strictObject({
  algorithm: orAbsent(z.enum(ALGORITHMS), "Algorithm of X-Signature. Alternative: `module`."),
  module: orAbsent(
    z.string().min(1),
    "JavaScript file whose default export computes X-Signature. The path is relative to the profile.",
  ),
  payload: orAbsent(
    payloadSchema,
    "Template of the signed bytes: {method} {path} {apiPath} {query} {timestamp} {nonce} {apiKey} {body} {body:HASH:ENC}. {path} is the whole path as sent, with the path of baseUrl and /abc/v1. {apiPath} begins with /abc/v1.",
  ),
  encoding: z.enum(SIGNATURE_ENCODINGS).default("hex").describe("Encoding of the signature in X-Signature."),
  timestamp: z.enum(TIMESTAMP_UNITS).default("unix-ms").describe("Unit of X-Timestamp."),
  nonce: z.enum(NONCE_FORMS).default("uuid").describe("Form of X-Nonce."),
  emptyBodyHash: trueOrFalse(
    false,
    "Whether {body:HASH:ENC} of a request without a body is the hash of zero bytes. Default: it is empty.",
  ),
});

const enforcesSchema = z.strictObject({
  signature: trueOrFalse(true, "The deployment rejects a missing or wrong signature, at every operation."),
  timestampToleranceSeconds: orNull(
    z.number().positive(),
    "The deployment rejects a timestamp that differs by more than this, at every operation. null: not enforced.",
  ),
  nonceSingleUse: trueOrFalse(false, "The deployment accepts a nonce only once, at every operation."),
});

const CLAIMS_NOTHING = { signature: false, timestampToleranceSeconds: null, nonceSingleUse: false } as const;

/**
 * How requests are authenticated. In api-key mode the profile claims nothing about signatures, whatever
 * `enforces` contains.
 */
export const authSchema = z
  .strictObject({
    mode: z
      .enum(["api-key", "signed"])
      .describe("api-key: the key alone. signed: also X-Timestamp, X-Nonce and X-Signature."),
    signature: orAbsent(signatureSchema, "How requests are signed. Required in signed mode."),
    enforces: enforcesSchema
      .prefault({})
      .describe(
        "Signature rules that the deployment enforces, at every operation. Other rules do not apply.",
      ),
  })
  .transform((auth) => (auth.mode === "signed" ? auth : { ...auth, enforces: CLAIMS_NOTHING }));

const ALGORITHM = ["auth", "signature", "algorithm"] as const;
const MODULE = ["auth", "signature", "module"] as const;
const PAYLOAD = ["auth", "signature", "payload"] as const;

/** Checks that signed mode says how requests are signed, and that each merchant has a secret for it. */
export function authProblems(data: unknown): readonly FieldProblem[] {
  return [...signature(data), ...secrets(data)];
}

function signature(data: unknown): FieldProblem[] {
  const path = ["auth", "signature"];
  const given = valueAtPath(data, path) !== undefined;
  if (!given) {
    const message =
      "expected a mapping that says how requests are signed, since auth.mode is signed (got nothing)";
    return isSigned(data) ? [{ path, message }] : [];
  }
  const [algorithm, module, payload] = [ALGORITHM, MODULE, PAYLOAD].map(
    (field) => valueAtPath(data, field) !== undefined,
  );
  if (algorithm && module) return [{ path: MODULE, message: "expected an algorithm or a module (got both)" }];
  if (!algorithm && !module) return [{ path, message: "expected an algorithm or a module (got neither)" }];
  const needed = algorithm && !payload;
  return needed ? [{ path: PAYLOAD, message: "expected a template of the signed bytes (got nothing)" }] : [];
}

function secrets(data: unknown): FieldProblem[] {
  const merchants = valueAtPath(data, ["merchants"]);
  if (!isSigned(data) || !Array.isArray(merchants)) return [];
  const algorithm = ALGORITHMS.find((known) => known === valueAtPath(data, ALGORITHM));
  return merchants.flatMap((merchant: unknown, index) => {
    const message = secretProblem(valueAtPath(merchant, ["secret"]), algorithm);
    return message === undefined ? [] : [{ path: ["merchants", index, "secret"], message }];
  });
}

function secretProblem(secret: unknown, algorithm: Algorithm | undefined): string | undefined {
  if (secret === undefined) return "expected a secret, since auth.mode is signed (got nothing)";
  if (typeof secret !== "string" || algorithm === undefined) return undefined;
  try {
    signatureAlgorithm(algorithm).assertSecret(secret);
    return undefined;
  } catch (error) {
    if (error instanceof SignerError) return expectationOf(error);
    throw error;
  }
}

function isSigned(data: unknown): boolean {
  return valueAtPath(data, ["auth", "mode"]) === "signed";
}

/** The expectation of the signer, without the words about its failure: the field names that. */
function expectationOf(error: SignerError): string {
  return error.message.replace(/^Cannot [^:]+: /, "");
}
