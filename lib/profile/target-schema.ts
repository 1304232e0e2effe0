import * as z from "zod";

const file = z.string().min(1);

/** The connection to the target. Files are relative to the profile, and absolute in a loaded one. */
export const targetSchema = z.strictObject({
  allowPlainHttp: z
    .boolean()
    .default(false)
    .describe("Allow http:// off loopback. Credentials are then not encrypted."),
  ca: file
    .nullable()
    .default(null)
    .describe(
      "PEM file of the CA that signed the certificate of the target. Default: the CAs of the system.",
    ),
  clientCert: file
    .nullable()
    .default(null)
    .describe("PEM file of a client certificate. Requires `clientKey`."),
  clientKey: file.nullable().default(null).describe("PEM file of the key of `clientCert`."),
  proxy: z
    .url({ protocol: /^https?$/, error: "expected a URL that begins with http:// or https://" })
    .nullable()
    .default(null)
    .describe(
      "HTTP proxy to the target. Default: HTTPS_PROXY or HTTP_PROXY, unless NO_PROXY lists the target.",
    ),
  http2: z.boolean().default(false).describe("Use HTTP/2 if the target offers it."),
});
