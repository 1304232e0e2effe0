import type { McpFacts } from "../../profile/mcp-schema.ts";
import type { Mcp } from "../mcp.ts";

/**
 * The one origin to which a client, its secret, codes and verifiers go: that of its issuer in the profile, or else of the
 * issuer that the service names, where that is the service's own or one of the listed hosts, or else of the service.
 */
export function clientOrigin(
  { url, facts }: Mcp,
  { issuer }: NonNullable<McpFacts["client"]>,
  named: string,
): string {
  const { origin: own } = new URL(url);
  if (issuer !== null) return new URL(issuer).origin;
  const { origin, host } = new URL(named);
  const isListed = facts.hosts.some((listed) => URL.parse(`https://${listed}`)?.host === host);
  return isListed ? origin : own;
}
