import { type Dispatcher, EnvHttpProxyAgent } from "undici";
import type { Egress } from "./egress.ts";

/** The connection to a service of the user's own, through the proxy of the environment if there is one. */
export function environmentAgent(
  egress: Egress,
  { connectMs, answerMs }: { readonly connectMs: number; readonly answerMs: number },
): Dispatcher {
  return new EnvHttpProxyAgent({
    connect: { timeout: connectMs, lookup: egress.lookup },
    headersTimeout: answerMs,
  });
}
