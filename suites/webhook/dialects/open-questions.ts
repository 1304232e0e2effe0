import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import { ownFraming } from "../../../lib/profile/bindings.ts";
import { observeAcceptances } from "../../../lib/api/webhook/observing/acceptance.ts";

export const noUserAgent = unspecified("dialects.user-agent", {
  sections: ["4.1"],
  text: "A valid request without a User-Agent header.",
  observe: async (context) => {
    await context.merchant.settled();
    return observeAcceptances(context, {
      query: () => ({ ...queryDraft("open"), userAgent: "" }),
      register: () => ({ ...registerDraft(context.urls.fresh(), "open"), userAgent: "" }),
    });
  },
});

export const unsaidLength = unspecified("dialects.content-length", {
  sections: ["4.2"],
  binds: ownFraming,
  text: "A query that has no body, and no Content-Length either.",
  observe: async (context) => {
    await context.merchant.settled();
    return observeAcceptances(context, {
      query: () => ({ ...queryDraft("open"), withoutLength: true, isAstray: true }),
    });
  },
});

export const chunkedBody = unspecified("dialects.chunked-body", {
  sections: ["4.1"],
  text: "A register whose body comes in chunks, without Content-Length.",
  observe: async (context) => {
    await context.merchant.settled();
    return observeAcceptances(context, {
      register: () => ({
        ...registerDraft(context.urls.fresh(), "open"),
        headers: [["Transfer-Encoding", "chunked"]],
        isAstray: true,
      }),
    });
  },
});
