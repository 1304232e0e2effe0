import * as z from "zod";

const HOST_AND_PORT = /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i;
const MAX_SETTLE_SECONDS = 600;

const file = z.string().min(1).nullable().default(null);

const tunnelSchema = z.strictObject({
  command: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      "The program and its arguments; {port} is the port of this machine that it is to lead to. It lives as long as the run.",
    ),
  ready: z
    .string()
    .refine(hasGroup, "expected a regular expression with a group, which holds the URL")
    .default(String.raw`(https://[^\s"'|]+)`)
    .describe("Regular expression that finds the public URL in what it prints, by its first group."),
  readySeconds: z.number().positive().default(60).describe("Within which it prints its URL."),
  settleSeconds: z
    .number()
    .min(0)
    .max(MAX_SETTLE_SECONDS)
    .default(15)
    .describe(
      "How long nobody looks its name up: names of tunnels are printed before they are known, and an early look-up hides them for half an hour.",
    ),
});

const echoSchema = z.union([
  z.enum(["auto", "none", "options", "hub-challenge", "get-challenge", "post-challenge", "post-header"]),
  z.strictObject({
    from: z.enum(["query", "header", "member"]).describe("Where a request brings it."),
    name: z
      .string()
      .min(1)
      .max(100)
      .describe("Of the parameter, the header, or the member of the JSON body."),
    to: z
      .enum(["text", "json", "header"])
      .describe("Where it goes back: as the body, in a member of that name, or in a header of that name."),
  }),
]);

const relaySchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: "expected a URL that begins with https://" })
    .nullable()
    .default(null)
    .describe("Address of a relay that `card-issuing-conformance relay` has started."),
  token: z.string().min(1).nullable().default(null).describe("Its secret."),
  module: file.describe(
    "Instead of both, a file of JavaScript whose default export makes a relay of your own.",
  ),
});

/** Where deliveries arrive; files are relative to the profile, and absolute in a loaded one. */
export const receiverSchema = z.strictObject({
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
  certificate: file.describe(
    "PEM file of the certificate by which it speaks https, and of those that lead to its authority; needs key.",
  ),
  key: file.describe("PEM file of the key of certificate."),
  tls: z
    .enum(["auto", "generated", "none"])
    .default("auto")
    .describe(
      "`generated`: https with a certificate of its own; `none`: plain http, where TLS ends before it; `auto`: by certificate where there is one, else none with a publicUrl or a tunnel.",
    ),
  tunnel: tunnelSchema
    .nullable()
    .default(null)
    .describe("A program that leads a public URL to the receiver; null: none."),
  relay: relaySchema
    .nullable()
    .default(null)
    .describe("A host elsewhere that receives for this machine, which asks it for what came; null: none."),
  proof: z
    .boolean()
    .default(true)
    .describe(
      "Whether a request of our own must first arrive by the public URL, path, query and body as sent.",
    ),
  echo: echoSchema
    .default("auto")
    .describe(
      "How a request that verifies a callback URL is answered: `auto` knows five forms, of which one can be named, `none` answers none; or what is sent where goes back where.",
    ),
});

function hasGroup(pattern: string): boolean {
  try {
    return (new RegExp(`${pattern}|`).exec("")?.length ?? 0) > 1;
  } catch {
    return false;
  }
}
