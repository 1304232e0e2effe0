import type { McpRequest } from "./door.ts";

/** The last revision in which one body may contain several messages. */
export const REVISION_WITH_BATCHES = "2025-03-26";

/** Puts the messages of some requests into one body, sent like the last of them. */
export function batchOf(first: McpRequest, last: McpRequest): McpRequest {
  return { ...last, label: "batch", body: `[${first.body ?? ""},${last.body ?? ""}]` };
}
