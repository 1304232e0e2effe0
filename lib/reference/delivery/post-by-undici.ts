import type { OutgoingDelivery } from "./post.ts";
import { sendByUndici } from "./send-by-undici.ts";

const TIMEOUT_MS = 10_000;

/** Sends a delivery over the network; the status of the answer. */
export async function postByUndici({ method, ...delivery }: OutgoingDelivery): Promise<number | undefined> {
  const answer = await sendByUndici({ ...delivery, method: method === "PUT" ? "PUT" : "POST" }, TIMEOUT_MS);
  return answer?.status;
}
