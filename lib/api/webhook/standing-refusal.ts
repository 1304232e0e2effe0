import type { Effort } from "../../engine/requirement/effort.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import { NEW_CONNECTION } from "../../http/transport.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { unlessUncovered } from "../merchant/unless-uncovered.ts";
import { type Attempt, attemptResult } from "../refusals/attempt.ts";
import { type Draft, type Operation, webhookDraft } from "../request/draft.ts";
import type { CredentialOffences, SpoiltCaller } from "../refusals/caller.ts";
import type { CredentialOffence, InputOffence } from "../request/offence.ts";
import type { CallbackUrls } from "./model/callback-urls.ts";
import { isGranted } from "./oracles/assert-answered.ts";

/** Registers that a requirement says are refused. */
export type RefusedInputs = (urls: CallbackUrls) => readonly InputOffence[];

/** Credentials that are refused, made from those of an accepted request, which is sent for it. */
export type RefusedReplays = (caller: SpoiltCaller) => Promise<readonly CredentialOffence[]>;

/** The requests of each requirement in each circumstance. */
const REQUESTS_EACH = { quick: 1, standard: 1, deep: 100 };

/** Requests that must be rejected for every merchant, in every state, at any time. */
export interface StandingRefusal {
  readonly id: RequirementId;
  readonly inputs?: RefusedInputs;
  readonly credentials?: CredentialOffences;
  readonly replays?: RefusedReplays;
}

/** A request that a requirement wants refused. */
export interface UnwantedRequest {
  readonly id: RequirementId;
  readonly name: string;
  readonly draft: Draft;
}

/** Returns registers with invalid input, without those that a target may repair. */
export function unwantedInputs(
  { id, inputs }: StandingRefusal,
  urls: CallbackUrls,
): readonly UnwantedRequest[] {
  const offences = (inputs?.(urls) ?? []).filter(({ repaired }) => repaired === undefined);
  return offences.map(({ name, draft }) => ({ id, name, draft }));
}

/** Builds a request of an operation with wrong credentials. */
export function unwantedCall(
  { id }: StandingRefusal,
  { name, tamper, expects }: CredentialOffence,
  operation: Operation,
  url: string,
): UnwantedRequest {
  const draft = { ...webhookDraft(operation, url, expects), tamper, lane: `impostor-${expects}` };
  return { id, name: `${operation} with ${name}`, draft };
}

/** Builds an attempt of a merchant. @param where it is made, for reports */
export function unwantedAttempt(
  { id, name, draft }: UnwantedRequest,
  merchant: Merchant,
  where: string,
): Attempt {
  return {
    name: `${name}, ${where},`,
    offence: `${id} ${name}`,
    door: draft.label,
    async send() {
      const answer = await unlessUncovered(async () => merchant.send(draft));
      return answer && attemptResult(answer, isGranted(answer));
    },
  };
}

export function overNewConnection({ id, name, draft }: UnwantedRequest): UnwantedRequest {
  return { id, name, draft: { ...draft, lane: NEW_CONNECTION } };
}

/** Selects all items at deep depth, and one item at other depths, by turns. The first one reveals most. */
export function inTurn<T>(effort: Effort, list: readonly T[], turn = 0): readonly T[] {
  const start = turn % Math.max(list.length, 1);
  return [...list.slice(start), ...list.slice(0, start)].slice(0, effort.at(REQUESTS_EACH));
}
