import type { McpAnswer } from "../door.ts";
import type { Era } from "../era.ts";
import type { Mcp } from "../mcp.ts";
import { oncePerEra } from "../once-per-service.ts";
import { type Attempted, attemptForbiddenWrite, attemptWrite, callRead, callTool } from "../tools.ts";

/** The attempt to write with the read-only token. Several requirements look at it. */
export const writeOfReader = oncePerEra(async (mcp: Mcp, era: Era): Promise<Attempted> =>
  attemptForbiddenWrite(mcp, era, mcp.readOnly),
);

/** The attempt to write with the read-write token. */
export const writeOfWriter = oncePerEra(async (mcp: Mcp, era: Era): Promise<Attempted> =>
  attemptWrite(mcp, era, async (call) => callTool(era, call, mcp.readWrite)),
);

/** A call of the read tool with the read-write token: the one that has followed its write, if there was one. */
export const readingOfWriter = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> => {
  const [written] = await Promise.allSettled([writeOfWriter(mcp, era)]);
  return written.status === "fulfilled"
    ? written.value.reading
    : mcp.send(await callRead(mcp, era, mcp.readWrite));
});
