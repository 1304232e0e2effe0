import type { Reach } from "../arbitraries/reach.ts";
import { describeAnswer } from "../client/answer.ts";
import { disableDraft, queryDraft, registerDraft } from "../client/draft.ts";
import type { Context } from "../context.ts";
import { InconclusiveError, Violation } from "../verdict.ts";
import { show } from "../wire/finding.ts";
import { unchanged } from "./unchanged.ts";

/**
 * A request that names another merchant neither shows nor changes what that one has. Whether it is refused is open.
 * @throws {Violation} when it does
 */
export async function reachesNobodyElse({ merchant, rival, urls }: Context, reach: Reach): Promise<void> {
  const before = await rival.holds(urls.fresh());
  const { merchantId, id, callbackUrl } = before;
  if (merchantId === undefined && id === undefined) {
    throw new InconclusiveError(
      "The target returns neither `merchantId` nor `id`, by which to name another merchant.",
    );
  }
  const other = {
    merchantId: text(merchantId ?? id),
    id: text(typeof id === "number" || typeof id === "bigint" ? id : 1),
  };
  await merchant.settled();
  const answer = await merchant.send(reach(queryDraft("open"), other));
  if (typeof callbackUrl === "string" && describeAnswer(answer).includes(callbackUrl)) {
    const expected = "nothing of another merchant's configuration";
    throw new Violation({ expected, actual: describeAnswer(answer), exchange: answer.exchange });
  }
  await merchant.send(reach(registerDraft(urls.fresh(), "open"), other));
  await merchant.send(reach(disableDraft("open"), other));
  unchanged(before, await rival.configuration(), "a request of another merchant");
}

function text(value: Parameters<typeof show>[0]): string {
  return typeof value === "string" ? value : show(value);
}
