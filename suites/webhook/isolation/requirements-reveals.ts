import { inferred } from "../../../lib/api/requirement.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import { disableDraft, queryDraft } from "../../../lib/api/draft.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/webhook/rules/said.ts";

export const revealsNobodyElse = inferred("isolation.reveals-nobody-else", {
  sections: ["1", "4.2"],
  needs: [secondMerchant],
  text: "No answer to one merchant, refusals included, shows what only another one has: the callback URLs that it registered, and its `merchantId`.",
  because:
    "Every operation acts on the configuration of the calling merchant alone, so that no answer is about anybody else.",
  check: async ({ merchant, rival, urls, decideByListening }) => {
    await rival.accepts(urls.fresh());
    await merchant.accepts(urls.fresh());
    await merchant.query();
    await merchant.send(disableDraft("open"));
    const tamper = () => ({ apiKey: `${merchant.apiKey}x` });
    await merchant.send({ ...queryDraft("refused key"), tamper });
    decideByListening();
  },
  rule: {
    byItself: false,
    hear: ({ isStep, isAmongOthers, belongingShown }) => {
      if (isStep || !isAmongOthers) return NOTHING;
      return belongingShown === undefined
        ? KEPT
        : broken("nothing that only another merchant has", belongingShown);
    },
  },
});
