import { advisory } from "../../../lib/api/webhook/requirement.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import { accepted } from "../../../lib/api/webhook/oracles/accepted.ts";
import { sharing } from "../../../lib/api/webhook/oracles/sharing.ts";

export const letsTwoMerchantsShareAUrl = advisory("isolation.same-url", {
  sections: ["2.2", "3.2"],
  needs: [secondMerchant],
  text: "A register of the callback URL that another merchant has is accepted.",
  check: async ({ merchant, rival, urls }) => {
    const answer = await sharing(merchant, rival, urls.fresh());
    accepted(answer, "a register of the callback URL that another merchant has");
  },
});
