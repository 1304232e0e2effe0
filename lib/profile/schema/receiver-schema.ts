import * as z from "zod";
import { orNull, trueOrFalse } from "../../files/fields.ts";

const HOST_AND_PORT = /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i;
const MAX_SETTLE_SECONDS = 600;

const file = z.string().min(1).nullable().default(null);

const tunnelSchema = z.strictObject({
  command: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      "The program with arguments. {port}: the local port of the receiver. The run starts and ends it.",
    ),
  ready: z
    .string()
    .refine(hasGroup, "expected a regular expression with a group, which holds the URL")
    .default(String.raw`(https://[^\s"'|]+)`)
    .describe(
      "Regular expression for the public URL in the output of the program. The first group is the URL.",
    ),
  readySeconds: z.number().positive().default(60).describe("Time in which the program prints its URL."),
  settleSeconds: z
    .number()
    .min(0)
    .max(MAX_SETTLE_SECONDS)
    .default(15)
    .describe(
      "Time before the first use of the URL. Name servers learn a new name some seconds late, and an early look-up hides it for half an hour.",
    ),
});

const echoSchema = z.union([
  z.enum(["auto", "none", "options", "hub-challenge", "get-challenge", "post-challenge", "post-header"]),
  z.strictObject({
    from: z.enum(["query", "header", "member"]).describe("Where the request has the value."),
    name: z.string().min(1).max(100).describe("Name of the parameter, header or JSON member."),
    to: z
      .enum(["text", "json", "header"])
      .describe("Where the answer repeats it: as the body, in a member or in a header of that name."),
  }),
]);

const relaySchema = z.strictObject({
  url: orNull(
    z.url({ protocol: /^https?$/, error: "expected a URL that begins with https://" }),
    "Address of a relay that `card-issuing-conformance relay` started.",
  ),
  token: orNull(z.string().min(1), "Secret of the relay."),
  module: file.describe(
    "JavaScript file whose default export is a relay of your own. Alternative to `url` and `token`.",
  ),
});

/** The receiver of deliveries. Files are relative to the profile, and absolute in a loaded one. */
export const receiverSchema = z.strictObject({
  listen: z
    .string()
    .regex(HOST_AND_PORT, "expected host:port; port 0 takes a free one")
    .default("127.0.0.1:0")
    .describe("Address and port on which the receiver listens."),
  publicUrl: orNull(
    z.url({ protocol: /^https$/, error: "expected a URL that begins with https://" }),
    "URL under which the target reaches the receiver. Default: the listening address.",
  ),
  certificate: file.describe("PEM file of the certificate chain of the receiver. Requires `key`."),
  key: file.describe("PEM file of the key of `certificate`."),
  tls: z
    .enum(["auto", "generated", "none"])
    .default("auto")
    .describe(
      "`generated`: https with a generated certificate. `none`: plain http behind a proxy that ends TLS. `auto`: `certificate` if given, else `none` with a publicUrl or a tunnel.",
    ),
  tunnel: orNull(
    tunnelSchema,
    "A tunnel program that connects a public URL with the receiver. Default: none.",
  ),
  relay: orNull(relaySchema, "A relay on a public host that receives for this machine. Default: none."),
  proof: trueOrFalse(true, "Whether a request of the run must first arrive unchanged at the public URL."),
  echo: echoSchema
    .default("auto")
    .describe(
      "How the receiver answers a request that verifies a callback URL. `auto`: five known forms. `none`: no special answer. A name: this form only. An object: your own form.",
    ),
});

function hasGroup(pattern: string): boolean {
  try {
    return (new RegExp(`${pattern}|`).exec("")?.length ?? 0) > 1;
  } catch {
    return false;
  }
}
