import type { Reply } from "../verification/visit.ts";
import type { OutgoingDelivery } from "./post.ts";
import type { Sending } from "./sending.ts";

const REDIRECTS = [301, 302, 303, 307, 308];
/** After these a browser asks the other URL by GET, without a body. */
const ASKED_BY_GET = [301, 302, 303];

/** Sends a delivery once, and on to where it is led, if that is the choice; undefined: no answer came in time. */
export async function attempt(
  { choices, post }: Sending,
  delivery: Omit<OutgoingDelivery, "timeoutMs" | "trustedOnly">,
): Promise<Reply | undefined> {
  const how = {
    trustedOnly: choices.receiverCertificate === "of-renown",
    timeoutMs: choices.deliveryTimeoutMs,
  };
  const reply = await post({ ...delivery, ...how });
  const location = reply?.headers.get("location");
  if (reply === undefined || location === undefined || !REDIRECTS.includes(reply.status)) return reply;
  const url = URL.parse(location, delivery.url)?.href;
  if (choices.deliveryRedirects === "not-followed" || url === undefined) return reply;
  const isAsked = choices.deliveryRedirects === "as-browsers-do" && ASKED_BY_GET.includes(reply.status);
  const led = isAsked ? { ...delivery, method: "GET", headers: {}, body: "" } : delivery;
  return post({ ...led, ...how, url });
}
