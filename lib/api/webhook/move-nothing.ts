import { InconclusiveError } from "../../engine/record/verdict.ts";
import { succeeded } from "../exchange/answer.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { type Attempt, attemptResult } from "../refusals/attempt.ts";
import { callerOf, type CredentialOffences } from "../refusals/caller.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { type Operation, OPERATIONS, webhookDraft } from "../request/draft.ts";
import type { InputOffence } from "../request/offence.ts";
import type { VisibleMoves } from "./observing/update-time.ts";
import type { WebhookContext } from "./webhook-context.ts";
import { webhookSituation } from "./webhook-situation.ts";

type RefusedDraft = Pick<InputOffence, "name" | "draft">;

/** In which a target refuses requests that other checks want refused. */
interface RefusingMerchants {
  readonly merchant: Merchant;
  readonly state: "enabled" | "disabled";
  /** Default: the merchant itself. */
  readonly unchanged?: Merchant;
  readonly what: string;
}

/**
 * Requests that must be refused move no field of a configuration. Other checks judge those that are accepted.
 * @throws {Violation} when one does
 * @throws {InconclusiveError} when all are accepted
 */
export async function moveNothing(
  watches: VisibleMoves,
  refused: readonly RefusedDraft[],
  { merchant, unchanged = merchant, state, what }: RefusingMerchants,
): Promise<void> {
  const situation = webhookSituation({
    merchants: [unchanged],
    state,
    isHeard: false,
    watches,
    what,
  });
  const attempts = refused.map(({ name, draft }): Attempt => ({
    name: `${what} (${name})`,
    offence: name,
    door: draft.label,
    async send() {
      const answer = await merchant.send(draft);
      return { ...attemptResult(answer, false), isAllowed: succeeded(answer) };
    },
  }));
  if ((await refuseAttempts(attempts, { situation })) === 0)
    throw new InconclusiveError(`The target accepts ${what}, which another check judges.`);
}

/** Requests of the merchant of a check with the first credentials of a table. */
export function withWrongCredentials(
  context: WebhookContext,
  offencesOf: CredentialOffences,
  operations: readonly Operation[] = OPERATIONS,
): readonly RefusedDraft[] {
  const { merchant, urls } = context;
  const [first] = offencesOf(callerOf(context, merchant));
  if (first === undefined) return [];
  const { name, tamper, expects } = first;
  return operations.map((operation) => ({
    name: `${operation} with ${name}`,
    draft: { ...webhookDraft(operation, urls.fresh(), expects), tamper },
  }));
}

/** The check that refused credentials move no field. A rule judges all other effects, at quick depth these alone. */
export function movesNothingWith(offencesOf: CredentialOffences) {
  return async (context: WebhookContext): Promise<void> => {
    const { merchant, effort, decideByListening } = context;
    const refused = effort.isQuick ? [] : withWrongCredentials(context, offencesOf);
    if (refused.length > 0)
      await moveNothing(context, refused, { merchant, state: "enabled", what: "a refused request" });
    decideByListening();
  };
}
