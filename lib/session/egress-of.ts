import { Egress } from "../http/egress.ts";
import { callsOf } from "../profile/load/steps-of.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";

/** The one rule for where the requests of a run go: to the addresses and hosts of its profile. */
export function egressOf({ baseUrl, events, mcp }: Profile): Egress {
  const { receiver } = events;
  const calls = callsOf(events).map(({ url }) => url);
  const given = [baseUrl, mcp.url, receiver?.publicUrl, receiver?.relay?.url, ...calls];
  const issuers = [mcp.client, mcp.otherClient].map((client) => URL.parse(client?.issuer ?? "")?.host);
  return new Egress({
    own: given.filter((url): url is string => URL.canParse(url ?? "")),
    hosts: [...mcp.hosts, ...issuers.filter((host) => host !== undefined)],
  });
}
