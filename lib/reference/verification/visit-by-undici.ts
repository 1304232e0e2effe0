import { sendByUndici } from "../delivery/send-by-undici.ts";
import type { Question, Reply } from "./visit.ts";

/** Who registers waits for it. */
const TIMEOUT_MS = 2_000;

/** Asks a callback URL over the network. */
export async function visitByUndici(question: Question): Promise<Reply | undefined> {
  return sendByUndici(question, TIMEOUT_MS);
}
