import type { McpRequest } from "./door.ts";

/** The last revision in which one body may hold several messages. */
export const REVISION_WITH_BATCHES = "2025-03-26";

/** The messages of some requests in one body, sent as the last of them is. */
export function batchOf(first: McpRequest, last: McpRequest): McpRequest {
  return { ...last, label: "batch", body: `[${first.body ?? ""},${last.body ?? ""}]` };
}
