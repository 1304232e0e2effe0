import type { RequirementId } from "../../engine/requirement.ts";
import type { Claims } from "../merchant/merchants-context.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { CredentialOffence, InputOffence } from "../request/offence.ts";
import type { CallbackUrls } from "./model/callback-urls.ts";

/** A merchant whose credentials are to be spoilt, and what that takes. */
export interface SpoiltCaller {
  readonly merchant: Merchant;
  readonly others: readonly Merchant[];
  /** The keys of all merchants of the profile. No wrong key is among them. */
  readonly issuedKeys: ReadonlySet<string>;
  readonly claims: Claims;
  /** Moment for X-Timestamp, moved by some seconds. */
  readonly timestamp: (offsetSeconds: number) => string;
}

/** Registers that a requirement says are refused. */
export type RefusedInputs = (urls: CallbackUrls) => readonly InputOffence[];

/** Credentials that a requirement says are refused. */
export type RefusedCredentials = (caller: SpoiltCaller) => readonly CredentialOffence[];

/** The same, made from those of an accepted request, which is sent for it. */
export type RefusedReplays = (caller: SpoiltCaller) => Promise<readonly CredentialOffence[]>;

/** Requests that must be rejected for every merchant, in every state, at any time. */
export interface StandingRefusal {
  readonly id: RequirementId;
  readonly inputs?: RefusedInputs;
  readonly credentials?: RefusedCredentials;
  readonly replays?: RefusedReplays;
}
