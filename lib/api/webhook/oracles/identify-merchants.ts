import { cookieHeader } from "../../../http/cookie-header.ts";
import { type Answer } from "../../exchange/answer.ts";
import { configurationIn, type Configuration } from "../../merchant/configuration.ts";
import { requireSuccess } from "../../exchange/require-success.ts";
import { type Identity, identityIn } from "../../request/identity.ts";
import type { Merchant } from "../../merchant/merchant.ts";

/** A merchant's configuration after a register, and its names. */
export interface IdentifiedMerchant {
  readonly merchant: Merchant;
  readonly before: Configuration;
  readonly identity: Identity;
}

/**
 * Registers a callback URL for each merchant, and reads then what they have and what names them.
 * @throws {InconclusiveError} when one is refused
 */
export async function identifyMerchants(
  merchants: readonly Merchant[],
  freshUrl: () => string,
): Promise<IdentifiedMerchant[]> {
  const registered: Answer[] = [];
  for (const merchant of merchants) registered.push(requireSuccess(await merchant.register(freshUrl())));
  const identified: IdentifiedMerchant[] = [];
  for (const [index, merchant] of merchants.entries()) {
    const shown = requireSuccess(await merchant.query());
    const before = configurationIn(shown) ?? {};
    const cookies = cookieHeader([...(registered[index]?.wire.headers ?? []), ...shown.wire.headers]);
    const identity = { ...identityIn(before), ...(cookies !== undefined && { cookies }) };
    identified.push({ merchant, before, identity });
  }
  return identified;
}
