import type { Profile } from "../../../profile/schema/profile-schema.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import { createSigner } from "../../../signer/signer.ts";
import { verifiesStandardWebhook } from "../../../signer/standard-webhook.ts";

/** Settings of the profile for the signatures of deliveries. */
export type DeliverySigning = NonNullable<Profile["events"]["signing"]>;
type SignatureState = "verifies" | "does not verify" | "is missing";

/** Result of verifying a delivery's signature by the scheme of the profile. */
export async function signatureState(
  arrival: Pick<Arrival, "method" | "target" | "headers" | "body">,
  signing: DeliverySigning,
  secret: string,
): Promise<SignatureState> {
  const { method, target, body } = arrival;
  const valueOf = (name: string) =>
    arrival.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1] ?? "";
  if (signing.scheme === "standardwebhooks") {
    const signatures = valueOf("webhook-signature");
    if (signatures === "") return "is missing";
    const webhook = { id: valueOf("webhook-id"), timestamp: valueOf("webhook-timestamp"), body };
    return inWords(verifiesStandardWebhook(webhook, secret, signatures));
  }
  const { header, prefix, algorithm, payload, encoding, timestampHeader, nonceHeader } = signing;
  const given = valueOf(header);
  if (given === "") return "is missing";
  if (!given.startsWith(prefix)) return "does not verify";
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const own = await createSigner({ algorithm, payload, encoding, timestamp: "unix-ms", nonce: "uuid" });
  const parts = {
    method,
    path,
    query,
    body,
    timestamp: valueOf(timestampHeader),
    nonce: valueOf(nonceHeader),
    apiKey: "",
  };
  return inWords(await own.verify(parts, secret, given.slice(prefix.length)));
}

function inWords(isVerified: boolean): SignatureState {
  return isVerified ? "verifies" : "does not verify";
}
