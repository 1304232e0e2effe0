import { unspecified } from "../../lib/api/webhook/requirement.ts";
import { queryDraft } from "../../lib/api/request/draft.ts";
import { observeAcceptances } from "../../lib/api/webhook/observing/acceptance.ts";

const under = (path: string) => () => ({ ...queryDraft("open"), label: `query by ${path}`, path });

export const otherPrefixes = unspecified("versioning.other-prefixes", {
  sections: ["9"],
  text: "Requests under another version prefix, or with a version selected otherwise.",
  observe: async (context) => {
    await context.merchant.settled();
    return observeAcceptances(context, {
      "/abc/v0": under("/abc/v0/webhook/query"),
      "/abc/v2": under("/abc/v2/webhook/query"),
      "/abc": under("/abc/webhook/query"),
      "no prefix": under("/webhook/query"),
      "query parameter version=2": () => ({ ...queryDraft("open"), query: "version=2" }),
      "header X-API-Version: 2": () => ({
        ...queryDraft("open"),
        headers: [["X-API-Version", "2"] as const],
      }),
    });
  },
});
