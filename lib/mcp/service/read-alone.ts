import type { Caller, McpAnswer, McpRequest } from "../wire/mcp-request.ts";
import type { Era } from "../wire/era.ts";
import { HandshakeEra } from "./handshake-era.ts";
import type { Mcp } from "./mcp.ts";
import { callRead } from "./tools.ts";

/**
 * Reads as a caller who has no other session than its own: a service may bind sessions to users, and reject a
 * good token in the session of another. If the caller cannot open one, the answer is that of its attempt.
 * @param isProbe whether its token is wrong on purpose
 */
export async function readAlone(
  mcp: Mcp,
  era: Era,
  caller: Caller,
  { isProbe }: { readonly isProbe: boolean },
): Promise<McpAnswer> {
  const send = async (request: McpRequest) =>
    mcp.send({ ...request, ...(isProbe && { isProbe: true as const }) });
  if (era instanceof HandshakeEra && !era.hasSession(caller)) {
    const opening = await send(era.opening(caller));
    if (!mcp.succeeds(opening)) return opening;
    era.adopt(caller, opening);
  }
  return send(await callRead(mcp, era, caller));
}
