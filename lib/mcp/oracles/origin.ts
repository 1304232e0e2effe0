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

/**
 * Whether the service must reject pages of strangers: it is on this machine, or it lists the allowed origins.
 */
export function keepsStrangersOut({ url, facts }: Mcp): boolean {
  return isLoopback(url) || facts.allowedOrigin !== null;
}

const STRANGER = "https://stranger.example";

/** Origins that are not of the service: a stranger's, and ones that look like its own. */
export function foreignOrigins({ facts, url }: Mcp): readonly string[] {
  const own = new URL(facts.allowedOrigin ?? url).origin;
  return [STRANGER, `${own}.stranger.example`, own.replace("://", "://stranger-")];
}
