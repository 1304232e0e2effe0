import type { Operation } from "../../../lib/api/draft.ts";
import type { Context } from "../../../lib/api/context.ts";
import type { CredentialOffence } from "../../../lib/api/offence.ts";
import { rejectsCredentials } from "../../../lib/api/webhook/oracles/rejects-credentials.ts";

/** Every forgery is refused, on these operations alone where some are named. */
export async function rejectsForgeries(
  { merchant, urls }: Context,
  forgeries: readonly CredentialOffence[],
  operations?: readonly Operation[],
): Promise<void> {
  const limited = operations === undefined ? forgeries : forgeries.map((one) => ({ ...one, operations }));
  await rejectsCredentials(merchant, urls, limited);
}
