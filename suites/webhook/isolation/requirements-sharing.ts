import { inOneRound } from "../../../lib/api/webhook/requirement.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import { secondMerchant } from "../../../lib/profile/needs/needs.ts";
import { assertAccepted } from "../../../lib/api/webhook/oracles/assert-answered.ts";
import { registerSharedUrl } from "../../../lib/api/webhook/oracles/register-shared-url.ts";

const { advisory } = inOneRound;

export const letsTwoMerchantsShareAUrl = advisory("isolation.same-url", {
  sections: ["2.2", "3.2"],
  needs: [secondMerchant],
  text: "A register of the callback URL that another merchant has is accepted.",
  check: async ({ merchant, rival, urls }) => {
    const shared = urls.fresh();
    const first = await registerSharedUrl(merchant, rival, shared);
    const answer = succeeded(first) ? first : await rival.tries(shared);
    assertAccepted(answer, "a register of the callback URL that another merchant has");
  },
});
