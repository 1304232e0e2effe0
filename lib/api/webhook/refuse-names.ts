import { OTHERS_CONFIGURATION } from "../merchant/stored-deviations.ts";
import { UnreturnedError } from "../../engine/record/verdict.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { type AttemptResult, attemptResult } from "../refusals/attempt.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import type { Detour } from "../request/detour.ts";
import { type Operation, webhookDraft } from "../request/draft.ts";
import { detouredAttempt } from "../refusals/detoured-attempt.ts";
import { identifyMerchants } from "./oracles/identify-merchants.ts";
import type { WebhookContext } from "./webhook-context.ts";
import { webhookSituation } from "./webhook-situation.ts";

/** The first names the merchant in many ways at once. */
const DETOURS_TRIED = { quick: 1, standard: Infinity, deep: Infinity };
const OPERATIONS: readonly Operation[] = ["query", "register", "disable"];
const NAMING = {
  expected: "nothing of another merchant's configuration",
  deviations: [{ what: OTHERS_CONFIGURATION, when: ["to a request that names another"] }],
};

/**
 * Valid requests that name another merchant. They neither show nor change its configuration. The target may accept them.
 * @throws {Violation} when one does
 */
export async function refuseNames(
  { merchant, rival, urls, effort }: WebhookContext,
  detours: readonly Detour[],
): Promise<void> {
  await rival.enabled();
  const [found] = await identifyMerchants([rival], () => urls.fresh());
  if (found?.before.merchantId === undefined && found?.before.id === undefined)
    throw new UnreturnedError(
      ["merchantId", "id"],
      "The target returns neither `merchantId` nor `id` to name another merchant.",
    );
  const { before, identity } = found;
  await merchant.settled();
  // Of a webhook that is not enabled no disable shows, and the caller's own may be enabled for the last time.
  const operations = OPERATIONS.filter((operation) => operation !== "disable" || before.status !== 0);
  const attempts = detours.slice(0, effort.at(DETOURS_TRIED)).flatMap((detour) =>
    operations.flatMap((operation) =>
      detouredAttempt({
        caller: merchant,
        identity,
        straight: webhookDraft(operation, urls.fresh(), "open"),
        detour,
        nameOf: ({ name }) => `a ${operation} of another merchant with ${name}`,
        resultOf: async (answer) => namingResult(answer, rival),
      }),
    ),
  );
  const what = "a request of another merchant";
  const situation = webhookSituation({ merchants: [rival], state: "enabled", isHeard: false, what });
  // Nothing follows a violation: a register that the target stores for the other merchant confuses later readings.
  await refuseAttempts(attempts, { situation, every: [] });
}

async function namingResult(answer: Answer, other: Merchant): Promise<AttemptResult> {
  const { callbackUrl } = await other.settled();
  const result = attemptResult(answer, false);
  const isShown =
    answer.draft.label === "query" &&
    typeof callbackUrl === "string" &&
    result.evidence.actual.includes(JSON.stringify(callbackUrl));
  return isShown ? { ...result, isGranted: true, evidence: { ...result.evidence, ...NAMING } } : result;
}
