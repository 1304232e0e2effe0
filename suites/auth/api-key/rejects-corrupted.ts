import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { refusedBeyondWebhooks } from "../../../lib/api/auth/beyond-webhooks.ts";
import {
  type Corruption,
  onlyOnQuery,
  withKey,
  unissuedKeys,
} from "../../../lib/api/webhook/inputs/api-key.ts";
import { rejectsCredentials } from "../../../lib/api/webhook/oracles/rejects-credentials.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";

interface Scope {
  /** Whether only a guard that refuses most others lets such a key pass. */
  readonly isFine?: boolean;
  /** More such keys, with which one operation is asked: a key is read in one place. */
  readonly onQuery?: Corruption;
}

/** Every key that differs from the valid one in this way is refused, unless another merchant has it. @throws {InapplicableError} where none does */
export async function rejectsCorrupted(
  context: AuthContext,
  what: string,
  corrupt: Corruption,
  { isFine = false, onQuery = () => [] }: Scope = {},
): Promise<void> {
  const { merchant, urls, effort, issuedKeys } = context;
  const keys = unissuedKeys(merchant.apiKey, corrupt, issuedKeys);
  if (keys.length === 0) throw new InapplicableError("The API key has no letters.");
  const impostures = effort.triedSparingly(keys).map((key) => withKey(what, key));
  const rare = effort
    .triedSparingly(unissuedKeys(merchant.apiKey, onQuery, issuedKeys))
    .map((key) => onlyOnQuery(withKey(what, key)));
  await rejectsCredentials(merchant, urls, [...rare, ...impostures]);
  await refusedBeyondWebhooks(context, impostures, isFine);
}
