import * as z from "zod";

/** The known forms in which a service verifies a callback URL, named by the request. */
export const HANDSHAKES = [
  "options",
  "hub-challenge",
  "get-challenge",
  "post-challenge",
  "post-header",
] as const;

export type Handshake = (typeof HANDSHAKES)[number];

/**
 * Requests that a receiver answers as handshakes. `auto`: every known form. An object: a form of the user's own, of which
 * the answer repeats a value of the request in the body, in a member or in a header of that name.
 */
export const echoSchema = z.union([
  z.enum(["auto", "none", ...HANDSHAKES]),
  z.strictObject({
    from: z.enum(["query", "header", "member"]),
    name: z.string().min(1).max(100),
    to: z.enum(["text", "json", "header"]),
  }),
]);

export type Echo = Readonly<z.output<typeof echoSchema>>;
export type OwnHandshake = Exclude<Echo, string>;
