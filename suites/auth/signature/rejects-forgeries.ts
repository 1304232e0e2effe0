import { type Forgery } from "../../../lib/api/webhook/urls/forgery.ts";
import { type Operation } from "../../../lib/api/draft.ts";
import { refusedBeyondWebhooks } from "../../../lib/api/operations/beyond-webhooks.ts";
import type { Context } from "../../../lib/api/context.ts";
import { rejectsCredentials } from "../../../lib/api/webhook/oracles/rejects-credentials.ts";

export async function rejectsForgeries(
  context: Context,
  forgeries: readonly Forgery[],
  operations?: readonly Operation[],
): Promise<void> {
  const { merchant, urls } = context;
  const impostures = forgeries.map((forgery) => ({ ...forgery, expects: "refused signature" as const }));
  const limited = operations === undefined ? impostures : impostures.map((one) => ({ ...one, operations }));
  await rejectsCredentials(merchant, urls, limited);
  if (operations === undefined) await refusedBeyondWebhooks(context, impostures);
}
