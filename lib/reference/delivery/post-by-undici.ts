import type { Reply } from "../verification/visit.ts";
import type { OutgoingDelivery } from "./post.ts";
import { sendByUndici } from "./send-by-undici.ts";

const METHODS = ["GET", "PUT"] as const;

/** Sends a delivery over the network. */
export async function postByUndici({
  method,
  timeoutMs,
  ...delivery
}: OutgoingDelivery): Promise<Reply | undefined> {
  const known = METHODS.find((one) => one === method) ?? "POST";
  return sendByUndici({ ...delivery, method: known }, timeoutMs);
}
