import type { Call, ReferenceMerchant } from "./call.ts";
import { refusal, type Refusal } from "./outcome.ts";

/** The refusal of a callback URL that another merchant has, where the choices want one; undefined: it may be registered. */
export function refuseTaken(
  { choices, merchants, store }: Call,
  { name }: ReferenceMerchant,
  url: string,
): Refusal | undefined {
  if (choices.urlOfAnother === "accepted") return undefined;
  const isTaken = merchants.some(
    (one) => one.name !== name && store.configurationOf(one.name)?.callbackUrl === url,
  );
  return isTaken ? refusal("taken-url") : undefined;
}
