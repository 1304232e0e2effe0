import { observe } from "../../lib/check.ts";
import { queryDraft, registerDraft } from "../../lib/client/draft.ts";
import { sendTogether } from "../../lib/client/send-together.ts";
import { isLinearizable } from "../../lib/model/linearizable.ts";
import { operationOf } from "../../lib/model/operation-of.ts";
import { steady } from "../../lib/observing/observed.ts";

const ROUNDS = { quick: 2, standard: 4, deep: 100 };
const REGISTERS = 2;

export const takesEffectOneByOne = observe(
  "concurrency.linearizable",
  async ({ merchant, urls, atDepth }) => {
    const looks: boolean[] = [];
    for (let round = 0; round < atDepth(ROUNDS); round += 1) {
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
    return steady(looks);
  },
);
