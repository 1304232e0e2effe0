import { cookieHeader } from "../../../http/cookie-header.ts";
import { configurationIn } from "../../answer.ts";
import { given } from "../../given.ts";
import type { Configuration } from "../configuration.ts";
import { type Identity, identityIn } from "../inputs/identity.ts";
import type { Merchant } from "../merchant.ts";

/** What a merchant has after a register, and what names the merchant to others. */
interface IdentifiedMerchant {
  readonly before: Configuration;
  readonly identity: Identity;
}

/** Registers a callback URL, and reads what names the merchant. @throws {InconclusiveError} when it is refused */
export async function identify(merchant: Merchant, url: string): Promise<IdentifiedMerchant> {
  const registered = given(await merchant.register(url));
  const shown = given(await merchant.query());
  const before = configurationIn(shown) ?? {};
  const cookies = cookieHeader([...registered.wire.headers, ...shown.wire.headers]);
  return { before, identity: { ...identityIn(before), ...(cookies !== undefined && { cookies }) } };
}
