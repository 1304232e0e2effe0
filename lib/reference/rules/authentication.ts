import type { Call, ReferenceMerchant } from "../call.ts";
import { refusal, type Refusal, type RefusalReason } from "../outcome.ts";

/** Who calls (§5). */
export const authenticationRules = {
  /** The value of X-API-Key as received. */
  presentedKey: (call: Call) => keyInHeader(call) ?? keyElsewhere(call),
  /** The merchant to whom exactly this key was issued. */
  merchantOfKey: (call: Call, key: string) => call.merchants.find(({ apiKey }) => apiKey === key),
  authenticate(call: Call): ReferenceMerchant | Refusal {
    const key = call.rules.authentication.presentedKey(call);
    if (key === undefined || key === "") return credentialRefusal(call, "missing-key");
    return call.rules.authentication.merchantOfKey(call, key) ?? credentialRefusal(call, "unknown-key");
  },
  /** The merchant on whose configuration the operation acts: the caller. */
  actsFor: (_call: Call, caller: ReferenceMerchant) => caller,
};

function keyInHeader({ choices, headers }: Call): string | undefined {
  const joined = headers.get("x-api-key");
  if (joined === null || choices.repeatedKey === "joined") return joined ?? undefined;
  return joined.split(", ").at(choices.repeatedKey === "first" ? 0 : -1);
}

function keyElsewhere({ choices, headers, query }: Call): string | undefined {
  if (choices.keyElsewhere === "query-parameter")
    return new URLSearchParams(query).get("apiKey") ?? undefined;
  if (choices.keyElsewhere === "ignored") return undefined;
  return headers.get("authorization")?.replace(/^Bearer /, "");
}

/** A refusal of credentials, which may hide what exactly was wrong. */
export function credentialRefusal(call: Call, reason: RefusalReason): Refusal {
  return refusal(call.choices.credentialReasons === "one" ? "unknown-key" : reason);
}
