import * as z from "zod";
import { signingSchema } from "./signing-schema.ts";
import { receiverSchema } from "./receiver-schema.ts";

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
    url: z
      .string()
      .refine(isCallable, "expected a URL that begins with http:// or https://, or a path below baseUrl")
      .refine(
        namesItsServer,
        "expected scheme, host and port without braces, so that no answer names the server",
      )
      .nullable()
      .default(null)
      .describe(
        "What to call so that the target emits an event; a path lies below baseUrl. Here, in headers, body and command, {merchant}, {apiKey}, {eventType}, {unique} and what was captured are filled in.",
      ),
    headers: headersSchema.default({}).describe("Headers of the call; taken for secret."),
    body: z.json().default(null).describe("JSON body; null: none."),
    signed: z
      .boolean()
      .default(false)
      .describe("Whether the call bears the credentials of the merchant, as those of the API do."),
    command: z
      .array(z.string().min(1))
      .min(1)
      .refine(
        ([program = ""]) => !/\{\w+\}/.test(program),
        "expected a program without braces, so that no answer names it",
      )
      .nullable()
      .default(null)
      .describe(
        "A program and its arguments to run instead of a call; it ends with 0 when an event was emitted.",
      ),
    capture: z
      .record(z.string().regex(/^\w+$/, "expected letters, digits or underscores"), z.string())
      .default({})
      .describe(
        "What later steps take from the answer, by JSON pointer: one word of at most 256 characters. It is data: in a command it may not begin with `-` and may hold letters, digits and _ . : @ / + = , - alone; in a URL it is escaped and leads to no other path; in a header it is ASCII.",
      ),
  })
  .refine(
    ({ url, command }) => (url === null) !== (command === null),
    "expected a url or a command, not both",
  );

const correlationSchema = z.strictObject({
  trigger: z.string().describe("Where the answer to a trigger names the event, by JSON pointer."),
  payload: z.string().describe("Where the payload of a delivery names it, by JSON pointer."),
});

const acknowledgeSchema = z.strictObject({
  status: z.int().min(200).max(299).default(200).describe("HTTP status."),
  headers: headersSchema.default({ "content-type": "application/json" }).describe("Headers of the answer."),
  body: z.string().default("{}").describe("Body of the answer."),
});

const retriesSchema = z.strictObject({
  windowSeconds: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe(
      "Within which all retries of a delivery come; null: unknown, so that fewer retries than retryCount are held against nobody.",
    ),
});

/** What the checks of deliveries need; without a receiver and a trigger they are uncovered. */
export const eventsSchema = z.strictObject({
  receiver: receiverSchema.nullable().default(null).describe("The receiver of deliveries; null: none."),
  trigger: stepSchema
    .nullable()
    .default(null)
    .describe("How to make the target emit an event of any type; null: as triggers say."),
  triggers: z
    .record(z.string().min(1), z.array(stepSchema).min(1).max(10))
    .default({})
    .describe("How to make the target emit an event, step by step, by event type."),
  maxPerHour: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe("How many events a run may trigger in an hour."),
  deliveryLog: stepSchema
    .refine(({ command }) => command === null, "expected a url")
    .nullable()
    .default(null)
    .describe(
      "A call that lists what the target has delivered: where it lists a delivery that did not arrive, the target has sent it.",
    ),
  correlation: correlationSchema
    .nullable()
    .default(null)
    .describe(
      "What tells the deliveries of an event from those of others; null: what comes to the URL of a registration after the trigger is taken for it.",
    ),
  waitSeconds: z
    .number()
    .positive()
    .default(15)
    .describe("How long to wait for a delivery, and for the absence of one."),
  absenceSeconds: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe("How long nothing must come to say that nothing comes, at least; null: waitSeconds."),
  acknowledge: acknowledgeSchema
    .nullable()
    .default(null)
    .describe(
      "The answer that makes a delivery a success; null: nobody knows, HTTP 200 with {} is tried, and what is delivered again is held against nobody.",
    ),
  signing: signingSchema
    .nullable()
    .default(null)
    .describe(
      "How the target signs deliveries, so that it can be observed whether they verify; null: unknown.",
    ),
  retries: retriesSchema.prefault({}).describe("What is known of the retries of the target."),
});

function isCallable(text: string): boolean {
  return /^\/(?!\/)\S*$/.test(text) || (/^https?:\/\//.test(text) && URL.canParse(text));
}

/** The part of a URL before its path is the same whatever is filled in. */
function namesItsServer(url: string): boolean {
  return !/^https?:\/\/[^/?#]*[{}]/.test(url);
}
