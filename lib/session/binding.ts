import type { Claims } from "../context.ts";
import type { Binding } from "../requirements/requirement.ts";

/** Why a requirement does not bind the deployment; undefined when it does. */
export function notBinding(when: Binding | undefined, signed: boolean, claims: Claims): string | undefined {
  if (when === undefined) return undefined;
  const { signature, nonceSingleUse } = claims;
  const tolerance = claims.timestampToleranceSeconds !== undefined;
  const binds: Readonly<Record<Binding, boolean>> = {
    "api-key mode": !signed,
    "signed mode": signed,
    "claims signature": signature,
    "claims timestamp tolerance": tolerance,
    "claims single-use nonces": nonceSingleUse,
    "claims a signature rule": signature || tolerance || nonceSingleUse,
    "claims signature or timestamp tolerance": signature || tolerance,
    "claims signature or single-use nonces": signature || nonceSingleUse,
  };
  if (binds[when]) return undefined;
  return when.endsWith("mode")
    ? `Binds in ${when} only.`
    : `Binds only where the deployment ${when} (auth.enforces).`;
}
