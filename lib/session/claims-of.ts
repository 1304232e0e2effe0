import type { Profile } from "../profile/profile-schema.ts";
import type { Claims } from "../api/merchant/merchants-context.ts";

/** The rules that a deployment claims to enforce in signed mode. */
export function claimsOf({ auth }: Profile): Claims {
  const { signature, timestampToleranceSeconds, nonceSingleUse } = auth.enforces;
  return { signature, timestampToleranceSeconds: timestampToleranceSeconds ?? undefined, nonceSingleUse };
}
