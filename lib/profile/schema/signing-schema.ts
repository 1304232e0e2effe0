import * as z from "zod";
import { ALGORITHMS, SIGNATURE_ENCODINGS } from "../../signer/signature-scheme.ts";
import { payloadSchema } from "./auth-schema.ts";

const header = z.string().regex(/^[\w-]{1,100}$/, "expected the name of a header");

/** The signatures of deliveries. */
export const signingSchema = z.strictObject({
  scheme: z
    .enum(["template", "standardwebhooks"])
    .default("template")
    .describe(
      "`standardwebhooks`: the scheme of standardwebhooks.com; only `secret` is required. `template`: the other fields.",
    ),
  secret: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe("Secret or public key for the verification. Default: the secret of the merchant."),
  header: header.default("X-Signature").describe("Header that holds the signature."),
  prefix: z.string().max(40).default("").describe("Text before the signature, for example `sha256=`."),
  algorithm: z.enum(ALGORITHMS).default("hmac-sha256").describe("Algorithm of the signature."),
  payload: payloadSchema
    .default("{body}")
    .describe(
      "Template of the signed bytes: {method} {path} {query} {timestamp} {nonce} {body} {body:HASH:ENC}. {path} is the path of the callback URL.",
    ),
  encoding: z.enum(SIGNATURE_ENCODINGS).default("hex").describe("Encoding of the signature."),
  timestampHeader: header.default("X-Timestamp").describe("Header that holds {timestamp}."),
  nonceHeader: header.default("X-Nonce").describe("Header that holds {nonce}."),
});
