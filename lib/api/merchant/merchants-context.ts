import type { CheckContext } from "../../engine/requirement/check-context.ts";
import type { Merchant } from "./merchant.ts";

/** The rules that the deployment claims to enforce in signed mode. */
export interface Claims {
  readonly signature: boolean;
  /** Undefined: timestamps are not compared with a clock. */
  readonly timestampToleranceSeconds: number | undefined;
  readonly nonceSingleUse: boolean;
}

export interface MerchantsContext extends CheckContext {
  /** The merchant that most checks use. */
  readonly merchant: Merchant;
  /** The second merchant. Only for a requirement whose row requires one. */
  readonly rival: Merchant;
  /** The second merchant, if the profile has one. */
  readonly others: readonly Merchant[];
  /** The API keys of all merchants of the profile. */
  readonly issuedKeys: ReadonlySet<string>;
  readonly claims: Claims;
  /** Moment for X-Timestamp: the target's clock, as far as it is known, moved by some seconds. */
  readonly timestamp: (offsetSeconds: number) => string;
}
