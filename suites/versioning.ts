import { check } from "../lib/check.ts";
import { accepted } from "../lib/oracles/accepted.ts";

export const answersUnderThePrefix = check("versioning.path-prefix", async ({ merchant, urls }) => {
  accepted(await merchant.register(urls.fresh()), "register under /abc/v1");
  accepted(await merchant.query(), "query under /abc/v1");
  if ((await merchant.enabled()).status === 1) accepted(await merchant.disable(), "disable under /abc/v1");
});
