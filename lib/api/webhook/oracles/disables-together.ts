import { Violation } from "../../../engine/record/verdict.ts";
import { succeeded } from "../../exchange/answer.ts";
import { describeJson } from "../../json/json.ts";
import { disableDraft, queryDraft, registerDraft } from "../../request/draft.ts";
import { adoptedUrl, type Configuration } from "../../merchant/configuration.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { sendTogether } from "../../merchant/send-together.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import { RAISED } from "../model/deviations.ts";
import { keepsTo } from "./keeps-to.ts";
import { neverFalls } from "./never-moves.ts";
import { assertUnchanged } from "./assert-unchanged.ts";

/** Disables several merchants at the same time. Each merchant whose disable succeeds must end disabled. @throws {Violation} */
export async function disablesBoth(merchants: readonly Merchant[]): Promise<void> {
  const drafts = merchants.map((merchant) => ({ merchant, draft: disableDraft("open") }));
  for (const { merchant, answer } of await sendTogether(drafts)) {
    const after = await merchant.configuration();
    const isDisabled = answer !== undefined && succeeded(answer);
    if (isDisabled) assertDisabled(after);
  }
}

/** A merchant who reads while another one disables stays enabled. @throws {Violation} */
export async function disablesOne(actor: Merchant, other: Merchant): Promise<void> {
  const what = "another merchant's disable at the same time";
  await neverFalls(other, what, async () => {
    await actor.enabled();
    const before = await other.enabled();
    await sendTogether([
      { merchant: actor, draft: disableDraft("open") },
      { merchant: other, draft: queryDraft() },
    ]);
    const after = await other.configuration();
    assertUnchanged(before, after, what);
    return { before, after };
  });
}

/**
 * A merchant who disables while another one registers ends disabled. The other one ends with a URL of its own, and stays enabled.
 * @throws {Violation}
 */
export async function disablesBesideRegister(
  actor: Merchant,
  other: Merchant,
  urls: CallbackUrls,
): Promise<void> {
  const what = "another merchant's disable during a register";
  await neverFalls(other, what, async () => {
    await actor.enabled();
    const [first = "", given = ""] = urls.distinct(2);
    const before = await other.holds(first);
    const stored = adoptedUrl(before, first, urls.path);
    const operations = await sendTogether([
      { merchant: actor, draft: disableDraft("open") },
      { merchant: other, draft: registerDraft(given) },
    ]);
    const [disabled] = operations;
    const isDisabled = disabled?.answer !== undefined && succeeded(disabled.answer);
    const own = await actor.configuration();
    if (isDisabled) assertDisabled(own);
    await keepsTo(other, [stored, given], operations, []);
    return { before, after: await other.configuration() };
  });
}

/** Other requirements judge other values. */
function assertDisabled({ status }: Configuration): void {
  if (status !== 1) return;
  const deviations = [{ ...RAISED, when: ["by overlapping requests"] }];
  throw new Violation({ expected: "`status` 0", actual: describeJson(status), deviations });
}
