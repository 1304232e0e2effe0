import type { Claims } from "../merchant/merchants-context.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { CredentialOffence } from "../request/offence.ts";

/** A merchant whose credentials are to be spoilt, and the facts that this requires. */
export interface SpoiltCaller {
  readonly merchant: Merchant;
  readonly others: readonly Merchant[];
  /** The keys of all merchants of the profile. No wrong key is among them. */
  readonly issuedKeys: ReadonlySet<string>;
  readonly claims: Claims;
  /** Moment for X-Timestamp, moved by some seconds. */
  readonly timestamp: (offsetSeconds: number) => string;
  /** Undefined: no query has shown it. */
  readonly merchantId?: unknown;
}

/** A table of offences, for one caller. */
export type CredentialOffences = (caller: SpoiltCaller) => readonly CredentialOffence[];

interface Callers extends Omit<SpoiltCaller, "merchantId"> {}

/** The facts about another merchant of a check. */
export function callerOf(
  { merchant: first, others, issuedKeys, claims, timestamp }: Callers,
  merchant: Merchant,
): SpoiltCaller {
  const rest = [first, ...others].filter((one) => one !== merchant);
  return { merchant, others: rest, issuedKeys, claims, timestamp };
}
