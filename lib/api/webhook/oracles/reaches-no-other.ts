import { answerIfAny } from "../../exchange/answer-if-any.ts";
import type { Detour } from "../../request/detour.ts";
import { identifyMerchants } from "./identify-merchants.ts";
import { type Answer, describeAnswer } from "../../exchange/answer.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../../request/draft.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { UnreturnedError, Violation } from "../../../engine/verdict.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Identity } from "../../request/identity.ts";
import { OTHERS_CONFIGURATION } from "../model/deviations.ts";
import { neverFalls } from "./never-moves.ts";
import { assertUnchanged } from "./assert-unchanged.ts";

/** The first names the merchant in many ways at once. */
const DETOURS_TRIED = { quick: 1, standard: Infinity, deep: Infinity };

/**
 * Sends requests that name another merchant. They must not show or change its configuration. The target may reject them.
 * @throws {Violation} when one does
 */
export async function assertReachesNoOther(
  { merchant, rival, urls, effort }: WebhookContext,
  detours: readonly Detour[],
): Promise<void> {
  const step = (how: readonly Detour["take"][]) => async () => {
    await rival.enabled();
    const [found] = await identifyMerchants([rival], () => urls.fresh());
    if (found === undefined) throw new Error("Cannot name a merchant: the list of merchants is empty");
    const { before, identity } = found;
    if (before.merchantId === undefined && before.id === undefined)
      throw new UnreturnedError(
        ["merchantId", "id"],
        "The target returns neither `merchantId` nor `id` to name another merchant.",
      );
    await merchant.settled();
    await tryAll(before, identity, how);
    const after = await rival.configuration();
    assertUnchanged(before, after, "a request of another merchant");
    return { before, after };
  };
  const tried = detours.slice(0, effort.at(DETOURS_TRIED)).map(({ take }) => take);
  await neverFalls(rival, "a request of another merchant", step(tried), step(tried.map(() => withoutAName)));

  async function tryAll(
    before: Configuration,
    other: Identity,
    how: readonly Detour["take"][],
  ): Promise<void> {
    for (const take of how) {
      // Of a webhook that is not enabled no disable shows, and the caller's own may be enabled for the last time.
      const disables = before.status === 0 ? [] : [disableDraft("open")];
      const drafts = [queryDraft("open"), registerDraft(urls.fresh(), "open"), ...disables];
      for (const draft of drafts.flatMap((plain) => take(plain, other) ?? [])) {
        const answer = await answerIfAny(merchant, { ...draft, isAstray: true });
        if (answer !== undefined && draft.label === "query") showsNothingOf(before, answer);
      }
    }
  }
}

function showsNothingOf({ callbackUrl }: Configuration, answer: Answer): void {
  const actual = describeAnswer(answer);
  if (typeof callbackUrl !== "string" || !actual.includes(JSON.stringify(callbackUrl))) return;
  const expected = "nothing of another merchant's configuration";
  const deviations = [{ what: OTHERS_CONFIGURATION, when: ["to a request that names another"] }];
  throw new Violation({ expected, actual, exchange: answer.exchange, deviations });
}

function withoutAName(draft: Draft): Draft {
  return draft;
}
