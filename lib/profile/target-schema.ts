import * as z from "zod";

const file = z.string().min(1);

/** How the target is reached. Files are relative to the profile; in a loaded profile they are absolute. */
export const targetSchema = z.strictObject({
  allowPlainHttp: z
    .boolean()
    .default(false)
    .describe("Allow http:// off loopback. Credentials then travel in clear."),
  ca: file
    .nullable()
    .default(null)
    .describe("PEM file of the authority that signed the target's certificate."),
  clientCert: file.nullable().default(null).describe("PEM file of a client certificate; needs clientKey."),
  clientKey: file.nullable().default(null).describe("PEM file of the key of clientCert."),
  proxy: z
    .url({ protocol: /^https?$/, error: "expected a URL that begins with http:// or https://" })
    .nullable()
    .default(null)
    .describe(
      "HTTP proxy to the target; null: that of HTTPS_PROXY or HTTP_PROXY, unless NO_PROXY exempts it.",
    ),
  http2: z.boolean().default(false).describe("Speak HTTP/2 where the target offers it."),
});
