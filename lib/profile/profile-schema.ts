import * as z from "zod";
import { authSchema } from "./auth-schema.ts";
import { callbackBaseSchema } from "./callback-base.ts";
import { eventsSchema } from "./events-schema.ts";
import { mcpSchema } from "./mcp-schema.ts";
import { operationsSchema } from "./operation-schema.ts";
import { RUN_OPTIONS } from "./options.ts";
import type { RunOption } from "./run-option.ts";
import { targetSchema } from "./target-schema.ts";

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
    .describe("Value of X-API-Key."),
  secret: z
    .string()
    .min(1)
    .exactOptional()
    .describe("Secret that signs requests: a shared one, or a private key in PEM. Needed in signed mode."),
});

const callbackSchema = z.strictObject({
  base: callbackBaseSchema
    .default("https://callback.conformance.example/")
    .describe(
      "Every URL that is registered lies below this one, unless they lie at the receiver. The target posts real events there.",
    ),
  varyHost: z.boolean().default(true).describe("Whether hosts below the base's host are registered too."),
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
    .describe("How often a call is repeated after a failure of the network."),
  throttledCodes: z
    .array(z.int())
    .default([])
    .describe(
      "Values of `code` by which the target asks to come back later, as others do by HTTP 429: they are waited out, and judged as nothing.",
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
  moves: declared(RUN_OPTIONS.moves),
  baseline: declared(RUN_OPTIONS.baseline),
  html: declared(RUN_OPTIONS.html),
  allure: declared(RUN_OPTIONS.allure),
  format: declared(RUN_OPTIONS.format),
  quiet: declared(RUN_OPTIONS.quiet),
  verbose: declared(RUN_OPTIONS.verbose),
  color: declared(RUN_OPTIONS.color),
});

/** The facts of a deployment, as a YAML file gives them. */
export const profileSchema = z.strictObject({
  name: z.string().min(1).max(80).describe("How reports call the target."),
  baseUrl: RUN_OPTIONS.baseUrl.schema.describe("Address below which /abc/v1 lies."),
  disposable: declared(RUN_OPTIONS.disposable),
  loseMaskedUrl: declared(RUN_OPTIONS.loseMaskedUrl),
  implements: z
    .array(z.enum(IMPLEMENTABLE))
    .min(1)
    .exactOptional()
    .describe(
      "Areas that the deployment offers. Other areas do not apply. Default: all areas of the document.",
    ),
  auth: authSchema.describe("How requests are authenticated."),
  merchants: z.array(merchantSchema).min(1).describe("Credentials. A second merchant covers isolation."),
  callback: callbackSchema.prefault({}).describe("Which callback URLs are registered."),
  target: targetSchema.prefault({}).describe("TLS, proxy and protocol."),
  limits: limitsSchema.prefault({}).describe("What a run may cost the target."),
  run: runSchema.prefault({}).describe("Options of a run; a flag or a variable of the environment wins."),
  pins: z
    .record(z.string(), z.json())
    .default({})
    .describe("Answers that the document leaves open and that this deployment fixes, by requirement id."),
  observe: z
    .strictObject({
      timestampTolerance: z
        .boolean()
        .default(false)
        .describe(
          "Whether the tolerance of X-Timestamp may be found by some 40 requests, half of them refused.",
        ),
    })
    .prefault({})
    .describe("Measurements that are made only where they are allowed."),
  operations: operationsSchema.default({}).describe("Operations that the document only names."),
  events: eventsSchema.prefault({}).describe("Means of the checks of deliveries."),
  mcp: mcpSchema.prefault({}).describe("The MCP service."),
  waivers: z.string().min(1).nullable().default(null).describe("YAML file of the accepted failures."),
});

/** The facts of a deployment, with every default filled in. */
export type Profile = z.output<typeof profileSchema>;

/** One merchant of a profile. */
export type MerchantCredentials = Profile["merchants"][number];

function declared<S extends z.ZodType>(option: RunOption<S>): S {
  return option.schema.describe(option.description);
}
