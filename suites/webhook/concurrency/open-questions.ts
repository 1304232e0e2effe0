import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import { sendTogether, type Overlapping } from "../../../lib/api/merchant/send-together.ts";
import { isLinearizable, type Timed } from "../../../lib/api/webhook/model/linearizable.ts";
import { eachPart, summarizeLooks } from "../../../lib/engine/judge/observed.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import { configurationIn } from "../../../lib/api/merchant/configuration.ts";

const REGISTERS = 2;

export const takesEffectOneByOne = unspecified("concurrency.linearizable", {
  sections: ["3.2"],
  text: "Whether overlapping operations take effect one by one, each between its request and its answer.",
  observe: eachPart({
    "one by one": async ({ merchant, urls, effort }) => {
      const looks: boolean[] = [];
      for (let look = 0; look <= effort.times; look += 1) {
        const before = urls.fresh();
        await merchant.holds(before);
        const drafts = Array.from({ length: REGISTERS }, () => [
          registerDraft(urls.fresh()),
          queryDraft(),
        ]).flat();
        const operations = await sendTogether(drafts.map((draft) => ({ merchant, draft })));
        looks.push(
          isLinearizable(
            operations.flatMap((one) => operationOf(one)),
            before,
          ),
        );
      }
      return summarizeLooks(looks);
    },
  }),
});

/** The effect of an overlapping request on the stored callback URL; none if it was rejected or its reading is unknown. */
function operationOf({ draft, sentAt, answeredAt, answer }: Overlapping): Timed[] {
  if (draft.label === "register" && draft.url !== undefined) {
    const refused = answer !== undefined && answeredAt !== undefined && !succeeded(answer);
    return refused ? [] : [{ sentAt, answeredAt, effect: { kind: "register", url: draft.url } }];
  }
  const url = answer === undefined ? undefined : configurationIn(answer)?.callbackUrl;
  return typeof url === "string" ? [{ sentAt, answeredAt, effect: { kind: "query", url } }] : [];
}
