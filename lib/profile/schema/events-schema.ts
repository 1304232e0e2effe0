import * as z from "zod";
import { orNull, trueOrFalse } from "../../files/fields.ts";
import { type FieldPath, valueAtPath } from "../fields/field-path.ts";
import { receiverSchema } from "./receiver-schema.ts";
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
  secret: orNull(
    z.string().min(1),
    "Secret or public key for the verification. Default: the secret of the merchant.",
  ),
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

const headersSchema = z.record(
  z.string().regex(/^[!#$%&'*+.^`|~\w-]+$/, "expected the name of a header"),
  z
    .string()
    .regex(
      /^[\t\x20-\x7e\x80-\xff]*$/,
      "expected a value without line breaks, of ASCII or Latin-1 characters",
    ),
);

const stepSchema = z
  .strictObject({
    method: z
      .string()
      .regex(/^[A-Z]+$/, "expected an HTTP method in capitals")
      .default("POST")
      .describe("HTTP method."),
    url: orNull(
      z
        .string()
        .refine(isCallable, "expected a URL that begins with http:// or https://, or a path below baseUrl")
        .refine(
          namesItsServer,
          "expected scheme, host and port without braces, so that no answer names the server",
        ),
      "URL of the call. A path is relative to baseUrl. Placeholders here, in headers, body and command: {merchant} (the name in the profile), {apiKey}, {eventType}, {unique} and captured values.",
    ),
    headers: headersSchema
      .default({})
      .describe("Headers of the call. The run treats their values as secrets."),
    body: z.json().default(null).describe("JSON body. Default: none."),
    signed: trueOrFalse(false, "Whether the call has the credentials of the merchant."),
    command: orNull(
      z
        .array(z.string().min(1))
        .min(1)
        .refine(
          ([program = ""]) => !/\{\w+\}/.test(program),
          "expected a program without braces, so that no answer names it",
        ),
      "A program with arguments, instead of a call. Exit code 0: it succeeded.",
    ),
    capture: z
      .record(z.string().regex(/^\w+$/, "expected letters, digits or underscores"), z.string())
      .default({})
      .describe(
        "Values of the answer for later steps. Key: name, value: JSON pointer. A value is one word of at most 256 characters. In a command it must not begin with `-`, and only letters, digits and _ . : @ / + = , - are allowed. In a URL the run escapes it. In a header it must be ASCII.",
      ),
  })
  .refine(
    ({ url, command }) => (url === null) !== (command === null),
    "expected a url or a command, not both",
  );

const correlationSchema = z.strictObject({
  trigger: z.string().describe("JSON pointer to the event id in the answer of a trigger."),
  payload: z.string().describe("JSON pointer to the event id in the payload of a delivery."),
});

const acknowledgeSchema = z.strictObject({
  status: z.int().min(200).max(299).default(200).describe("HTTP status."),
  headers: headersSchema.default({ "content-type": "application/json" }).describe("Headers of the answer."),
  body: z.string().default("{}").describe("Body of the answer."),
});

const retriesSchema = z.strictObject({
  windowSeconds: orNull(
    z.number().positive(),
    "Time in which all retries of a delivery arrive, from its first attempt on. null: unknown; then fewer retries than retryCount are not a failure.",
  ),
});

/** Settings of the delivery checks. Without a receiver and a trigger they are uncovered. */
export const eventsSchema = z.strictObject({
  receiver: orNull(receiverSchema, "The receiver of deliveries. Default: none."),
  trigger: orNull(stepSchema, "How to make the target emit an event of any type. Default: see `triggers`."),
  triggers: z
    .record(z.string().min(1), z.array(stepSchema).min(1).max(10))
    .default({})
    .describe("Steps that make the target emit an event. Key: event type."),
  maxPerHour: orNull(z.int().positive(), "Maximum number of events that a run triggers per hour."),
  deliveryLog: orNull(
    stepSchema.refine(({ command }) => command === null, "expected a url"),
    "A call that lists the deliveries of the target. A listed delivery that did not arrive was lost on its way.",
  ),
  correlation: orNull(
    correlationSchema,
    "Where trigger and delivery show the id of the event. null: a delivery that arrives after a trigger belongs to it.",
  ),
  waitSeconds: z
    .number()
    .positive()
    .default(15)
    .describe("Time to wait for a delivery, and for its absence."),
  absenceSeconds: orNull(
    z.number().positive(),
    "Minimum time without a delivery before the run reports absence. Default: waitSeconds.",
  ),
  acknowledge: orNull(
    acknowledgeSchema,
    "Answer that confirms a delivery. null: unknown; the receiver answers HTTP 200 with {}, and repeated deliveries are not a failure.",
  ),
  signing: orNull(signingSchema, "How the target signs deliveries. null: unknown."),
  retries: retriesSchema.prefault({}).describe("Facts about the retries of the target."),
});

function isCallable(text: string): boolean {
  return /^\/(?!\/)\S*$/.test(text) || (/^https?:\/\//.test(text) && URL.canParse(text));
}

/** Whether the part of a URL before its path stays the same with every placeholder. */
function namesItsServer(url: string): boolean {
  return !/^https?:\/\/[^/?#]*[{}]/.test(url);
}

/** The fields with the addresses of triggers and of the delivery log. */
export function calledUrls(data: unknown): FieldPath[] {
  const triggers = valueAtPath(data, ["events", "triggers"]);
  const byType = typeof triggers === "object" && triggers !== null ? Object.entries(triggers) : [];
  return [
    ["events", "trigger", "url"],
    ["events", "deliveryLog", "url"],
    ...byType.flatMap(([type, steps]) =>
      Array.isArray(steps) ? steps.map((_, index) => ["events", "triggers", type, index, "url"]) : [],
    ),
  ];
}
