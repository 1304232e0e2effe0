import * as z from "zod";

const HOST_AND_PORT = /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i;

const receiverSchema = z.strictObject({
  listen: z
    .string()
    .regex(HOST_AND_PORT, "expected host:port; port 0 takes a free one")
    .default("127.0.0.1:0")
    .describe("Where the HTTPS receiver of deliveries listens."),
  publicUrl: z
    .url({ protocol: /^https$/, error: "expected a URL that begins with https://" })
    .nullable()
    .default(null)
    .describe(
      "URL under which the target reaches the receiver, through a tunnel or a proxy; null: the listening address.",
    ),
  tls: z
    .enum(["auto", "generated", "none"])
    .default("auto")
    .describe(
      "`generated`: https with a certificate of its own; `none`: plain http, where TLS ends before it; `auto`: none with a publicUrl.",
    ),
});

const triggerSchema = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]+$/, "expected an HTTP method in capitals")
    .default("POST")
    .describe("HTTP method."),
  url: z
    .string()
    .refine(isCallable, "expected a URL that begins with http:// or https://, or a path below baseUrl")
    .describe(
      "What to call so that the target emits an event; {merchant} and {eventType} are filled in. A path lies below baseUrl.",
    ),
  headers: z.record(z.string(), z.string()).default({}).describe("Headers of the call; taken for secret."),
  body: z
    .json()
    .default(null)
    .describe("JSON body, where {merchant} and {eventType} are filled in; null: none."),
});

const acknowledgeSchema = z.strictObject({
  status: z.int().min(200).max(299).default(200).describe("HTTP status."),
  headers: z
    .record(z.string(), z.string())
    .default({ "content-type": "application/json" })
    .describe("Headers of the answer."),
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
  trigger: triggerSchema
    .nullable()
    .default(null)
    .describe("How to make the target emit an event; null: no way."),
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
  retries: retriesSchema.prefault({}).describe("What is known of the retries of the target."),
});

function isCallable(text: string): boolean {
  return /^\/(?!\/)\S*$/.test(text) || (/^https?:\/\//.test(text) && URL.canParse(text));
}
