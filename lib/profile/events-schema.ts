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
});

const triggerSchema = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]+$/, "expected an HTTP method in capitals")
    .default("POST")
    .describe("HTTP method."),
  url: z
    .url({ protocol: /^https?$/, error: "expected a URL that begins with http:// or https://" })
    .describe("What to call so that the target emits an event."),
  headers: z.record(z.string(), z.string()).default({}).describe("Headers of the call; taken for secret."),
  body: z
    .json()
    .default(null)
    .describe("JSON body, where {merchant} and {eventType} are filled in; null: none."),
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
});
