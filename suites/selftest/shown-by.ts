import * as z from "zod";
import { callWebhook } from "../../lib/cli/testing/served-reference.ts";

const answerSchema = z.object({
  data: z.object({ callbackUrl: z.string(), status: z.number() }).nullish().catch(undefined),
});

/** Asks a served reference directly for the configuration of the first merchant. Undefined: none. */
export async function shownBy(baseUrl: string) {
  return answerSchema.parse(await callWebhook(baseUrl, "query")).data ?? undefined;
}
