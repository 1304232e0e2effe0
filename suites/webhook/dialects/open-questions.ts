import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { queryDraft } from "../../../lib/api/request/draft.ts";
import { ownFraming } from "../../../lib/profile/needs/bindings.ts";
import { acceptanceOf } from "../../../lib/api/webhook/observing/acceptance.ts";
import { eachPart } from "../../../lib/engine/judge/observed.ts";

export const unsaidLength = unspecified("dialects.content-length", {
  sections: ["4.2"],
  binds: ownFraming,
  text: "A query that has no body, and no Content-Length either.",
  observe: eachPart({
    query: acceptanceOf(() => ({ ...queryDraft(), withoutLength: true, isAstray: true })),
  }),
});
