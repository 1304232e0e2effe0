import type { Profile } from "../schema/profile-schema.ts";
import { callsOf } from "../load/steps-of.ts";

/** The addresses to which a run may send requests, by its profile. */
export interface ProfileEgress {
  /** URLs that the profile gives: the target, the MCP service, the receiver, its relay and the triggers. */
  readonly own: readonly string[];
  /** Other hosts that the profile lists for the MCP service, each with its port if it has one. */
  readonly hosts: readonly string[];
}

export function egressRules({ baseUrl, events, mcp }: Profile): ProfileEgress {
  const { receiver } = events;
  const calls = callsOf(events).map(({ url }) => url);
  const given = [baseUrl, mcp.url, receiver?.publicUrl, receiver?.relay?.url, ...calls];
  const issuers = [mcp.client, mcp.otherClient].map((client) => URL.parse(client?.issuer ?? "")?.host);
  return {
    own: given.filter((url): url is string => URL.canParse(url ?? "")),
    hosts: [...mcp.hosts, ...issuers.filter((host) => host !== undefined)],
  };
}
