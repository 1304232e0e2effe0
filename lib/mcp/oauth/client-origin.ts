import type { McpFacts } from "../../profile/mcp-schema.ts";
import type { Mcp } from "../mcp.ts";

/**
 * The one origin for a client, its secret, codes and verifiers. First choice: its issuer in the profile. Then
 * the issuer that the service names, if it is the service's own origin or a listed host. Otherwise the
 * service.
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
