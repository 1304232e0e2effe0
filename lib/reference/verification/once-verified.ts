import type { Call, ReferenceMerchant } from "../call.ts";
import { type Outcome, refusal } from "../outcome.ts";
import { isVerified } from "./is-verified.ts";

/** Stores a callback URL that answers as the choices ask. One that the merchant has already is not asked again. */
export function onceVerified(
  call: Call,
  owner: ReferenceMerchant,
  url: string,
  store: () => Outcome,
): Outcome | Promise<Outcome> {
  const stored = call.store.configurationOf(owner.name)?.callbackUrl;
  const isKnown = stored === call.rules.register.stored(call, url);
  if (call.choices.urlVerification === "none" || isKnown) return store();
  return isVerified(call, url).then((answers) => (answers ? store() : refusal("unverified-url", url)));
}
