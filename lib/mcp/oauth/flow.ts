import { InconclusiveError } from "../../engine/verdict.ts";
import type { McpFacts } from "../../profile/mcp-schema.ts";
import { type Server, serverOf } from "../discovery.ts";
import type { Mcp } from "../mcp.ts";
import { isServerUrl } from "../metadata.ts";

/** An OAuth client of the profile. */
export type Client = NonNullable<McpFacts["client"]>;

/** A client, the authorization server, and where its endpoints are. */
export interface Flow {
  readonly mcp: Mcp;
  readonly client: Client;
  readonly server: Server;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
}

/** What was found once of the server of a service. */
const servers = new WeakMap<Mcp, Promise<Server>>();

/**
 * Everything that a code flow needs.
 * @throws {InconclusiveError} where the metadata does not lead to the endpoints of the server that the service names
 */
export async function flowOf(mcp: Mcp, client: Client | null = mcp.facts.client): Promise<Flow> {
  if (client === null) throw new Error("Cannot start a flow: the row does not say that it needs a client");
  const finding = servers.get(mcp) ?? serverOf(mcp);
  servers.set(mcp, finding);
  finding.catch(() => servers.delete(mcp));
  const server = await finding;
  const { issuer, authorization_endpoint: authorize, token_endpoint: token } = server.document.content;
  if (issuer !== server.issuer)
    throw new InconclusiveError(
      "The metadata is of another issuer than the service names: nothing is sent there.",
    );
  if (!isServerUrl(mcp.url, authorize) || !isServerUrl(mcp.url, token))
    throw new InconclusiveError(
      "The metadata of the authorization server names no endpoints that a client may use.",
    );
  return { mcp, client, server, authorizationEndpoint: authorize, tokenEndpoint: token };
}
