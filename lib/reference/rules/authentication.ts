import type { Call, ReferenceMerchant } from "../call.ts";
import { refusal, type Refusal, type RefusalReason } from "../outcome.ts";

/** Who calls (§5). */
export interface AuthenticationRules {
  /** The value of X-API-Key as received. */
  readonly presentedKey: (call: Call) => string | undefined;
  /** The merchant to whom exactly this key was issued. */
  readonly merchantOfKey: (call: Call, key: string) => ReferenceMerchant | undefined;
  readonly authenticate: (call: Call) => ReferenceMerchant | Refusal;
  /** The merchant on whose configuration the operation acts: the caller. */
  readonly actsFor: (call: Call, caller: ReferenceMerchant) => ReferenceMerchant;
}

export const authenticationRules: AuthenticationRules = {
  presentedKey: (call) => call.headers.get("x-api-key") ?? undefined,
  merchantOfKey: (call, key) => call.merchants.find(({ apiKey }) => apiKey === key),
  authenticate(call) {
    const key = call.rules.authentication.presentedKey(call);
    if (key === undefined || key === "") return credentialRefusal(call, "missing-key");
    return call.rules.authentication.merchantOfKey(call, key) ?? credentialRefusal(call, "unknown-key");
  },
  actsFor: (_call, caller) => caller,
};

/** A refusal of credentials, which may hide what exactly was wrong. */
export function credentialRefusal(call: Call, reason: RefusalReason): Refusal {
  return refusal(call.choices.credentialReasons === "one" ? "unknown-key" : reason);
}
