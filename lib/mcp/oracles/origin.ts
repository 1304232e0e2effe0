import { isLoopback } from "../../text/is-loopback.ts";
import { type McpAnswer, withHeader } from "../door.ts";
import type { Era } from "../era.ts";
import type { Mcp } from "../mcp.ts";
import { callRead } from "../tools.ts";

/** The reading that succeeds with the read-only token, from a page of an origin. */
export async function fromOrigin(mcp: Mcp, era: Era, origin: string): Promise<McpAnswer> {
  const request = await callRead(mcp, era, mcp.readOnly);
  return mcp.send({ ...withHeader(request, "Origin", origin), isProbe: true });
}

/** Whether pages of strangers must be kept out: of a service on this machine, and of one that names whose pages may use it. */
export function keepsStrangersOut({ url, facts }: Mcp): boolean {
  return isLoopback(url) || facts.allowedOrigin !== null;
}

const STRANGER = "https://stranger.example";

/** Origins that are none of the service's: a stranger's, and such as look like one of its own. */
export function foreignOrigins({ facts, url }: Mcp): readonly string[] {
  const own = new URL(facts.allowedOrigin ?? url).origin;
  return [STRANGER, `${own}.stranger.example`, own.replace("://", "://stranger-")];
}
