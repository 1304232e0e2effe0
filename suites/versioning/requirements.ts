import { stated } from "../../lib/api/webhook/requirement.ts";
import { disableDraft, queryDraft, registerDraft } from "../../lib/api/request/draft.ts";
import { servedUnderThePrefix } from "../../lib/api/webhook/oracles/served-under-the-prefix.ts";

export const answersUnderThePrefix = stated("versioning.path-prefix", {
  spends: true,
  sections: ["4", "9"],
  text: "The webhook operations answer under the path prefix /abc/v1.",
  check: async ({ merchant, urls }) => {
    await servedUnderThePrefix(merchant, registerDraft(urls.fresh()));
    await servedUnderThePrefix(merchant, queryDraft());
    if ((await merchant.enabled()).status === 1) await servedUnderThePrefix(merchant, disableDraft());
  },
});
