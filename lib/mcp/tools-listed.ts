import { InconclusiveError } from "../engine/verdict.ts";
import { describeMcpAnswer } from "./describe-mcp-answer.ts";
import type { McpAnswer } from "./door.ts";
import type { Era } from "./era.ts";
import type { Mcp } from "./mcp.ts";
import { listOf } from "./metadata.ts";
import { oncePerEra } from "./once-per-service.ts";
import { failRequirement } from "./oracles/fails.ts";
import { resultOf } from "./rpc.ts";

/** The most pages that are asked for. */
export const MAX_PAGES = 20;

/** The list of the service. */
interface ToolsListed {
  /** The last page. */
  readonly answer: McpAnswer;
  readonly tools: readonly unknown[];
  /** Whether the pages come to an end. */
  readonly ends: boolean;
}

/** All tools that the service lists for the read-write token, page after page. */
export const toolsListed = oncePerEra(async (mcp: Mcp, era: Era): Promise<ToolsListed> => {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 1; ; page += 1) {
    const asked = cursor === undefined ? {} : { cursor };
    const answer = await mcp.send(await era.request("tools/list", asked, mcp.readWrite));
    const result = resultOf(answer);
    if (result === undefined)
      throw new InconclusiveError(`A valid tools/list was answered ${describeMcpAnswer(answer)}.`);
    const { tools: found, nextCursor } = result;
    if (!Array.isArray(found)) failRequirement(`a list of tools (${era.name})`, answer);
    tools.push(...listOf(found));
    cursor = nextCursor;
    if (typeof cursor !== "string" || page === MAX_PAGES)
      return { answer, tools, ends: typeof cursor !== "string" };
  }
});
