import type { McpAnswer, McpRequest } from "../wire/mcp-request.ts";
import type { Era } from "../wire/era.ts";
import type { Mcp } from "./mcp.ts";
import { isRpcObject, memberOf, messagesOfBatch } from "../wire/rpc.ts";
import { callRead } from "./tools.ts";
import { oncePerKey } from "./once-per-service.ts";

/** The last revision in which one body may contain several messages. */
export const REVISION_WITH_BATCHES = "2025-03-26";

/** Puts the messages of two requests into one body, sent like the last of them. */
export function batchOf(first: McpRequest, last: McpRequest): McpRequest {
  return { ...last, label: "batch", body: `[${first.body ?? ""},${last.body ?? ""}]` };
}

/** A batch of two readings with the read-only token, and whether each of them got a result. */
interface BatchOfReadings {
  readonly answer: McpAnswer;
  readonly isAnswered: boolean;
}

export const batchOfReadings = oncePerKey(({ revision }: Era) => revision, sendBatch);

async function sendBatch(mcp: Mcp, era: Era): Promise<BatchOfReadings> {
  const [first, last] = [await callRead(mcp, era, mcp.readOnly), await callRead(mcp, era, mcp.readOnly)];
  const answer = await mcp.send(batchOf(first, last));
  const found = messagesOfBatch(answer);
  const hasResult = (id: unknown) =>
    found.some((message) => memberOf(message, "id") === id && isRpcObject(memberOf(message, "result")));
  return { answer, isAnswered: [first.waitsFor, last.waitsFor].every(hasResult) };
}
