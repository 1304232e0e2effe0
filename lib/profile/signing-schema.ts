import * as z from "zod";
import { ALGORITHMS, SIGNATURE_ENCODINGS } from "../signer/signature-scheme.ts";
import { payloadSchema } from "./auth-schema.ts";

const header = z.string().regex(/^[\w-]{1,100}$/, "expected the name of a header");

/** How a target signs deliveries. */
export const signingSchema = z.strictObject({
  scheme: z
    .enum(["template", "standardwebhooks"])
    .default("template")
    .describe("`standardwebhooks`: as standardwebhooks.com says, so that the secret is all that is needed."),
  secret: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe("Secret or public key that verifies; null: the secret of the merchant."),
  header: header.default("X-Signature").describe("Header that holds the signature."),
  prefix: z.string().max(40).default("").describe("What stands there before it, `sha256=` for example."),
  algorithm: z.enum(ALGORITHMS).default("hmac-sha256").describe("Algorithm of the signature."),
  payload: payloadSchema
    .default("{body}")
    .describe(
      "Template of the signed bytes: {method} {path} {query} {timestamp} {nonce} {body} {body:HASH:ENC}.",
    ),
  encoding: z.enum(SIGNATURE_ENCODINGS).default("hex").describe("Encoding of the signature."),
  timestampHeader: header.default("X-Timestamp").describe("Header that holds {timestamp}."),
  nonceHeader: header.default("X-Nonce").describe("Header that holds {nonce}."),
});
