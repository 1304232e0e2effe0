import type { Profile } from "../profile/profile-schema.ts";
import type { Binding } from "../requirements/requirement.ts";

/** Why a requirement does not bind the deployment; undefined when it does. */
export function notBinding(
  when: Binding | undefined,
  { mode, enforces }: Profile["auth"],
): string | undefined {
  if (when === undefined) return undefined;
  const { signature, nonceSingleUse, timestampToleranceSeconds } = enforces;
  const signed = mode === "signed";
  const tolerance = typeof timestampToleranceSeconds === "number";
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
