import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import { sendTogether } from "../../../lib/api/merchant/send-together.ts";
import { isLinearizable } from "../../../lib/api/webhook/model/linearizable.ts";
import { operationOf } from "../../../lib/api/webhook/model/operation-of.ts";
import { eachPart, summarizeLooks } from "../../../lib/engine/judge/observed.ts";

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
