import { byMethod, type Detour } from "../request/detour.ts";
import type { Draft } from "../request/draft.ts";

/** Methods whose requests have no body. */
const WITHOUT_BODY = ["GET", "HEAD", "OPTIONS"];

/** Requests by another method than POST, the most revealing first. A target may serve them: the document is silent. */
export const OTHER_METHODS: readonly Detour[] = ["PUT", "GET", "HEAD", "PATCH", "DELETE", "OPTIONS"].map(
  (method) => ({
    ...byMethod(method),
    operations: ["register", "disable", "query"],
    take: (draft) => ({ ...(WITHOUT_BODY.includes(method) ? withoutBody(draft) : draft), method }),
  }),
);

function withoutBody({ label, path, expects, method, lane = "detour" }: Draft): Draft {
  return { label, path, expects, method, lane, isAstray: true };
}
