import type { Effort } from "../../engine/effort.ts";
import { isLoopback } from "../../text/is-loopback.ts";
import { type McpAnswer, withHeader } from "../door.ts";
import type { Era } from "../era.ts";
import type { Mcp } from "../mcp.ts";
import type { KindInEra } from "../request-kinds.ts";
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

/** Origins that are not of the service: a stranger's, and ones that look like its own; at quick depth the frequent ones. */
function foreignOrigins({ facts, url }: Mcp, { isQuick }: Pick<Effort, "isQuick">): readonly string[] {
  const own = new URL(facts.allowedOrigin ?? url).origin;
  const frequent = [STRANGER, `${own}.stranger.example`, own.replace("://", "://stranger-")];
  if (isQuick) return frequent;
  const near = isLoopback(url)
    ? ["http://localhost.stranger.example", ...withoutDot(new URL(url).origin)]
    : [];
  return [...new Set([...frequent, ...withoutDot(own), ...near])];
}

/** A kind of request, and the origin of the page that sends it. */
interface KindFromOrigin extends KindInEra {
  readonly origin: string;
}

/** Each kind of request from a foreign origin, and each foreign origin with a kind that every service answers. */
export function kindsFromStrangers(
  mcp: Mcp,
  kinds: readonly KindInEra[],
  effort: Pick<Effort, "isQuick">,
): readonly KindFromOrigin[] {
  const origins = foreignOrigins(mcp, effort);
  const { bare = [], asking = [] } = Object.groupBy(kinds, ({ kind }) =>
    kind.type === "bare" ? "bare" : "asking",
  );
  const further = origins.slice(asking.length).flatMap(() => asking.slice(0, 1));
  return [...asking, ...further, ...bare].map((one, turn) => ({
    ...one,
    origin: origins[turn % origins.length] ?? STRANGER,
  }));
}

/** The same origin with a letter for its last dot: a pattern may take any character there. */
function withoutDot(origin: string): readonly string[] {
  const { protocol, hostname, port } = new URL(origin);
  const changed = hostname.replace(/\.([^.]*)$/, "s$1");
  return changed === hostname ? [] : [`${protocol}//${changed}${port === "" ? "" : `:${port}`}`];
}
