import type { Operation } from "../../../lib/api/request/draft.ts";
import { refusedBeyondWebhooks } from "../../../lib/api/auth/beyond-webhooks.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import type { CredentialOffence } from "../../../lib/api/request/offence.ts";
import { rejectsCredentials } from "../../../lib/api/webhook/oracles/rejects-credentials.ts";

/** Which requests forgeries are made of. */
interface Scope {
  /** These operations alone. */
  readonly operations?: readonly Operation[];
  /** Whether only a guard that refuses most others lets them pass. */
  readonly isFine?: boolean;
}

/** Every forgery is refused. */
export async function rejectsForgeries(
  context: AuthContext,
  forgeries: readonly CredentialOffence[],
  { operations, isFine = false }: Scope = {},
): Promise<void> {
  const { merchant, urls } = context;
  const limited = operations === undefined ? forgeries : forgeries.map((one) => ({ ...one, operations }));
  await rejectsCredentials(merchant, urls, limited);
  if (operations === undefined) await refusedBeyondWebhooks(context, forgeries, isFine);
}
