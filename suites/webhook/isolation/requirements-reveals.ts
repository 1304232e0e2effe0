import { inOneRound } from "../../../lib/api/webhook/requirement.ts";
import { secondMerchant } from "../../../lib/profile/needs/needs.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import { disableDraft, queryDraft } from "../../../lib/api/request/draft.ts";
import { SHOWN_BY_A_REFUSAL } from "../../../lib/api/webhook/rules/reveals-nothing.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";

const { inferred } = inOneRound;

const OF_ANOTHER = { ...SHOWN_BY_A_REFUSAL, when: ["of another merchant"] };

export const revealsNobodyElse = inferred("isolation.reveals-nobody-else", {
  sections: ["1", "4.2"],
  needs: [secondMerchant],
  text: "No answer to one merchant, refusals included, shows what only another one has: the callback URLs that it registered, and its `merchantId`.",
  because:
    "Every operation acts on the configuration of the calling merchant alone, so that no answer is about another merchant.",
  check: async ({ merchant, rival, urls, decideByListening }) => {
    await rival.accepts(urls.fresh());
    await merchant.accepts(urls.fresh());
    await merchant.query();
    await merchant.send(disableDraft("open"));
    const tamper = () => ({ apiKey: `${merchant.apiKey}x`, wrong: ["the API key and more"] });
    await merchant.send({ ...queryDraft("refused key"), tamper });
    decideByListening();
  },
  rule: {
    byItself: false,
    isAmbient: true,
    hear: ({ answer, isAmongOthers, belongingShown }) => {
      if (!isAmongOthers) return NOTHING;
      if (belongingShown === undefined) return KEPT;
      const isRefused = answer.draft.expects.startsWith("refused");
      if (isRefused && succeeded(answer)) return NOTHING;
      const about = isRefused ? { deviations: [OF_ANOTHER] } : { parts: [] };
      return broken("nothing that only another merchant has", belongingShown, about);
    },
  },
});
