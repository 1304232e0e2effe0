import { createHmac, timingSafeEqual } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const VERSION = "v1,";

/** The signed parts of a delivery, standardwebhooks.com. */
export interface StandardWebhook {
  /** The value of `webhook-id`. */
  readonly id: string;
  /** The value of `webhook-timestamp`: seconds since 1970. */
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/**
 * A signature for `webhook-signature`.
 * @param secret in base64 after `whsec_`; without that the bytes of the text
 */
export function standardWebhookSignature({ id, timestamp, body }: StandardWebhook, secret: string): string {
  const key = secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), "base64")
    : Buffer.from(secret);
  const signed = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
  return `${VERSION}${signed.digest("base64")}`;
}

/** Whether one of the signatures in `webhook-signature`, separated by spaces, is the expected one. */
export function verifiesStandardWebhook(
  webhook: StandardWebhook,
  secret: string,
  signatures: string,
): boolean {
  const due = Buffer.from(standardWebhookSignature(webhook, secret));
  return signatures
    .split(" ")
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === due.length && timingSafeEqual(signature, due));
}
