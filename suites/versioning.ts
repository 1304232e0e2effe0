import { check } from "../lib/check.ts";
import { disableDraft, queryDraft, registerDraft } from "../lib/client/draft.ts";
import { servedUnderThePrefix } from "../lib/oracles/served-under-the-prefix.ts";

export const answersUnderThePrefix = check("versioning.path-prefix", async ({ merchant, urls }) => {
  await servedUnderThePrefix(merchant, registerDraft(urls.fresh()));
  await servedUnderThePrefix(merchant, queryDraft());
  if ((await merchant.enabled()).status === 1) await servedUnderThePrefix(merchant, disableDraft());
});
