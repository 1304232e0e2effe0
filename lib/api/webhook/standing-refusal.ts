import type { RequirementId } from "../../engine/requirement.ts";
import type { CredentialOffences, SpoiltCaller } from "../refusals/caller.ts";
import type { CredentialOffence, InputOffence } from "../request/offence.ts";
import type { CallbackUrls } from "./model/callback-urls.ts";

/** Registers that a requirement says are refused. */
export type RefusedInputs = (urls: CallbackUrls) => readonly InputOffence[];

/** Credentials that are refused, made from those of an accepted request, which is sent for it. */
export type RefusedReplays = (caller: SpoiltCaller) => Promise<readonly CredentialOffence[]>;

/** Requests that must be rejected for every merchant, in every state, at any time. */
export interface StandingRefusal {
  readonly id: RequirementId;
  readonly inputs?: RefusedInputs;
  readonly credentials?: CredentialOffences;
  readonly replays?: RefusedReplays;
}
