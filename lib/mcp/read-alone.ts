import type { Caller } from "./caller.ts";
import type { McpAnswer } from "./door.ts";
import type { Era } from "./era.ts";
import type { Mcp } from "./mcp.ts";
import { callRead } from "./tools.ts";

/**
 * Reads as a caller who has no other session than its own: a service may bind sessions to users, and reject a
 * good token in the session of another. If the caller cannot open one, the answer is that of its attempt.
 */
export async function readAlone(mcp: Mcp, era: Era, caller: Caller): Promise<McpAnswer> {
  if (era.name === "handshake") {
    const opening = await mcp.send({ ...era.opening(caller), isProbe: true });
    if (!mcp.succeeds(opening)) return opening;
  }
  return mcp.send({ ...(await callRead(mcp, era, caller)), isProbe: true });
}
