import type { Plain } from "../../../engine/plain.ts";
import { handshakeForm } from "../../../receiver/handshake.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import { isForHook } from "../hook.ts";
import { payloadShape } from "../payload-shape.ts";

/** Observes requests to a callback URL when it is registered, before any event: verification and greeting. */
export async function atRegistering(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const before = await deliveries.mark();
  const hook = await deliveries.register(merchant);
  await deliveries.silence();
  const came = deliveries.at(hook, before);
  const asked = deliveries.receiver?.handshakes.find((arrival) => isForHook(arrival, hook));
  const [first] = came;
  return {
    verification: asked === undefined ? "none" : (handshakeForm(asked) ?? asked.method),
    greeting: first === undefined ? "none" : { method: first.method, payload: payloadShape(came) },
  };
}
