import { byMethod, type Detour } from "../request/detour.ts";
import type { Draft } from "../request/draft.ts";

/** Methods whose requests have no body. */
const WITHOUT_BODY = ["GET", "HEAD", "OPTIONS"];

/**
 * Requests by another method than POST, the most revealing first. A target may serve them: the document is silent. DELETE is
 * left out, because a target that serves it may delete a configuration, and nothing brings its id back.
 */
export const OTHER_METHODS: readonly Detour[] = ["PUT", "GET", "HEAD", "PATCH", "OPTIONS"].map((method) => ({
  ...byMethod(method),
  operations: ["register", "disable", "query"],
  take: (draft) => ({ ...(WITHOUT_BODY.includes(method) ? withoutBody(draft) : draft), method }),
}));

function withoutBody({ label, path, expects, method, lane = "detour" }: Draft): Draft {
  return { label, path, expects, method, lane, isAstray: true };
}
