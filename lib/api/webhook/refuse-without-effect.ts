import { InapplicableError } from "../../engine/record/verdict.ts";
import { type Attempt, openResult } from "../refusals/attempt.ts";
import { coverCases, STRENGTHS } from "../../engine/requirement/cover-cases.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import type { Detour } from "../request/detour.ts";
import { type Operation, webhookDraft } from "../request/draft.ts";
import { identityIn } from "../request/identity.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { detouredAttempt } from "../refusals/detoured-attempt.ts";
import type { WebhookContext } from "./webhook-context.ts";
import { webhookSituation } from "./webhook-situation.ts";

const STATES = ["enabled", "disabled"] as const;
const DETOURS_TRIED = { quick: 4, standard: Infinity, deep: Infinity };
const STATES_TRIED = { quick: 1, standard: 2, deep: 2 };
/** A connection of its own: some servers leave the body of a method that they do not serve to the next request. */
const LANE_OF_DETOURS = "detour";

interface Case {
  readonly state: (typeof STATES)[number];
  readonly detour: Detour;
  readonly operation: Operation;
  readonly caller: Merchant;
}

/**
 * Valid requests on detours. The target may accept them. One that it refuses changes nothing, of any merchant.
 * @throws {Violation} when one does
 * @throws {InapplicableError} when the target refuses none
 */
export async function refuseWithoutEffect(
  context: WebhookContext,
  detours: readonly Detour[],
): Promise<void> {
  const { merchant, others, urls, effort } = context;
  const merchants = [merchant, ...others];
  const cases = STATES.slice(0, effort.at(STATES_TRIED)).flatMap((state) =>
    detours.slice(0, effort.at(DETOURS_TRIED)).flatMap((detour, turn) =>
      detour.operations.map((operation): Case => {
        const caller = merchants[effort.isQuick ? 0 : turn % merchants.length] ?? merchant;
        return { state, detour, operation, caller };
      }),
    ),
  );
  const chosen = coverCases(
    cases,
    ({ state, detour, operation }) => [detour, operation, state],
    effort.at(STRENGTHS),
  );
  let refused = 0;
  for (const [state, there] of Map.groupBy(chosen, (one) => one.state)) {
    const what = "a refused request";
    const when = ["after a refused request on a detour"];
    const situation = webhookSituation({ merchants, state, isHeard: false, watches: context, what, when });
    refused += await refuseAttempts(
      there.flatMap((one) => attemptOf(one, urls.fresh())),
      { situation },
    );
  }
  if (refused === 0)
    throw new InapplicableError(
      "The target refuses no valid request by another method than POST: no refusal of this kind can be looked at.",
    );
}

function attemptOf({ caller, detour, operation }: Case, url: string): readonly Attempt[] {
  const straight = { ...webhookDraft(operation, url, "open"), lane: LANE_OF_DETOURS };
  const nameOf = ({ name }: Detour) => `a refused ${operation} with ${name}`;
  const [attempt] = detouredAttempt({
    caller,
    identity: identityIn({}),
    straight,
    detour,
    nameOf,
    resultOf: openResult,
  });
  if (attempt === undefined) return [];
  const { sendWithout: _, ...one } = attempt;
  return [{ ...one, isOpen: true }];
}
