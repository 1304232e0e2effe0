import * as z from "zod";
import { orAbsent, orNull, trueOrFalse } from "../../files/fields.ts";
import { authSchema } from "./auth-schema.ts";
import { callbackBaseSchema } from "../fields/callback-base.ts";
import { eventsSchema } from "./events-schema.ts";
import { mcpSchema } from "./mcp-schema.ts";
import { operationsSchema } from "./operation-schema.ts";
import { RUN_OPTIONS } from "./options.ts";
import type { RunOption } from "../fields/run-option.ts";

const file = z.string().min(1);

/** The connection to the target. Files are relative to the profile, and absolute in a loaded one. */
const targetSchema = z.strictObject({
  allowPlainHttp: trueOrFalse(false, "Allow http:// off loopback. Credentials are then not encrypted."),
  ca: orNull(
    file,
    "PEM file of the CA that signed the certificate of the target. Default: the CAs of the system.",
  ),
  clientCert: orNull(file, "PEM file of a client certificate. Requires `clientKey`."),
  clientKey: orNull(file, "PEM file of the key of `clientCert`."),
  proxy: orNull(
    z.url({ protocol: /^https?$/, error: "expected a URL that begins with http:// or https://" }),
    "HTTP proxy to the target. Default: HTTPS_PROXY or HTTP_PROXY, unless NO_PROXY lists the target.",
  ),
  http2: trueOrFalse(false, "Use HTTP/2 if the target offers it."),
});

/** Groups of areas, and the areas of the group `operations`. */
export const IMPLEMENTABLE = [
  "webhook",
  "auth",
  "operations",
  "transaction",
  "account",
  "card",
  "budget",
  "sub-account",
  "three-d-secure",
  "events",
  "mcp",
] as const;

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

const merchantSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[\w-]{1,40}$/, "expected 1 to 40 letters, digits, hyphens or underscores")
    .describe("How reports call the merchant."),
  apiKey: z
    .string()
    .regex(VISIBLE_ASCII, "expected visible ASCII characters, without blanks or line breaks")
    .describe("Value of the header X-API-Key."),
  secret: orAbsent(
    z.string().min(1),
    "Secret that signs requests: a shared secret, or a private key in PEM. Required in signed mode.",
  ),
});

const callbackSchema = z.strictObject({
  base: callbackBaseSchema
    .default("https://callback.conformance.example/")
    .describe(
      "Every registered callback URL lies below this URL, or at the receiver. The target posts real events there.",
    ),
  varyHost: trueOrFalse(true, "Whether the run also registers hosts below the host of `base`."),
});

const limitsSchema = z.strictObject({
  requestsPerSecond: declared(RUN_OPTIONS.requestsPerSecond),
  timeoutMs: declared(RUN_OPTIONS.timeoutMs),
  maxRequests: declared(RUN_OPTIONS.maxRequests),
  maxTimeSeconds: declared(RUN_OPTIONS.maxTime),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(4)
    .describe("Number of retries after a network failure; after a timeout at most 2."),
  readLagSeconds: z
    .number()
    .min(0)
    .max(30)
    .default(2)
    .describe(
      "How late a query may show a write. A lag up to this is one warning, a longer one is a failure.",
    ),
  throttledCodes: z
    .array(z.int())
    .default([])
    .describe(
      "Values of `code` that mean a rate limit, like HTTP 429, where the message does not say so. The run waits and repeats the request.",
    ),
});

const runSchema = z.strictObject({
  out: declared(RUN_OPTIONS.out),
  depth: declared(RUN_OPTIONS.depth),
  seed: declared(RUN_OPTIONS.seed),
  label: declared(RUN_OPTIONS.label),
  skip: declared(RUN_OPTIONS.skip),
  level: declared(RUN_OPTIONS.level),
  requireFull: declared(RUN_OPTIONS.requireFull),
  readOnly: declared(RUN_OPTIONS.readOnly),
  moves: declared(RUN_OPTIONS.moves),
  html: declared(RUN_OPTIONS.html),
  format: declared(RUN_OPTIONS.format),
  quiet: declared(RUN_OPTIONS.quiet),
  verbose: declared(RUN_OPTIONS.verbose),
  color: declared(RUN_OPTIONS.color),
});

const factsSchema = z.strictObject({
  name: z.string().min(1).max(80).describe("How reports call the target."),
  baseUrl: orAbsent(
    RUN_OPTIONS.baseUrl.schema,
    "Address below which /abc/v1 lies. Required, except in a profile of the MCP service alone.",
  ),
  disposable: declared(RUN_OPTIONS.disposable),
  loseMaskedUrl: declared(RUN_OPTIONS.loseMaskedUrl),
  implements: orAbsent(
    z.array(z.enum(IMPLEMENTABLE)).min(1),
    "Areas that the deployment offers. Other areas do not apply. Default: all areas of the document.",
  ),
  deployment: declared(RUN_OPTIONS.deployment),
  auth: authSchema
    .prefault({ mode: "api-key" })
    .describe("How requests are authenticated. Required, except in a profile of the MCP service alone."),
  merchants: z
    .array(merchantSchema)
    .default([])
    .describe(
      "Credentials. A second merchant is required for the isolation checks. Each further pair is one more lane: it shares the checks. Only a profile of the MCP service (mcp.url) may have none.",
    ),
  callback: callbackSchema.prefault({}).describe("The callback URLs that a run registers."),
  target: targetSchema.prefault({}).describe("TLS, proxy and protocol."),
  limits: limitsSchema.prefault({}).describe("Limits of the load that a run causes."),
  run: runSchema.prefault({}).describe("Options of a run. A flag or an environment variable replaces them."),
  pins: z
    .record(z.string(), z.json())
    .default({})
    .describe(
      "Answers that the document leaves open and that this deployment fixes: parts of observations, by the id of the observation. `observe --pin` writes them.",
    ),
  observe: z
    .strictObject({
      timestampTolerance: trueOrFalse(
        false,
        "Whether the run may measure the tolerance of X-Timestamp. It takes about 40 requests; the target rejects half of them.",
      ),
    })
    .prefault({})
    .describe("Measurements that need your permission."),
  operations: operationsSchema
    .default({})
    .describe("Example requests of operations that the document only names."),
  events: eventsSchema.prefault({}).describe("Receiver and triggers for the delivery checks."),
  mcp: mcpSchema.prefault({}).describe("The MCP service."),
  waivers: orNull(z.string().min(1), "YAML file with accepted failures. Default: none."),
});

/** The facts of a deployment, as in a YAML file. A profile of the MCP service alone has its origin as base URL. */
export const profileSchema = factsSchema.transform(({ baseUrl, ...facts }) => ({
  ...facts,
  baseUrl: baseUrl ?? URL.parse(facts.mcp.url ?? "")?.origin ?? "",
}));

/** The facts of a deployment, with every default filled in. */
export type Profile = z.output<typeof profileSchema>;

export type MerchantCredentials = Profile["merchants"][number];

function declared<S extends z.ZodType>(option: RunOption<S>): S {
  return option.schema.describe(option.description);
}
