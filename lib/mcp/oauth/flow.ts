import { UnofferedError } from "../../engine/record/verdict.ts";
import type { McpFacts } from "../../profile/schema/mcp-schema.ts";
import { resourceOf, searchServers, type Server, serverOf } from "../discovery/discovery.ts";
import type { Mcp } from "../service/mcp.ts";
import { throwInconclusive } from "../refusals/fails.ts";
import { isOfService, isServerUrl } from "../wire/metadata.ts";

/** An OAuth client of the profile. */
export type Client = NonNullable<McpFacts["client"]>;

/** A client, the authorization server, and its endpoints. */
export interface Flow {
  readonly mcp: Mcp;
  readonly client: Client;
  readonly server: Server;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** The identifier of the service, as its metadata names it. */
  readonly resource: string;
  /** Names the client behind what it does. Empty: it is the first one. */
  readonly note: string;
}

/**
 * Finds everything for a code flow: the first server whose endpoints belong to the client.
 * @throws {InconclusiveError} if the metadata does not lead to the endpoints of the server that the service
 *   names
 * @throws {UnofferedError} if the client does not belong to that server as far as known
 */
export async function flowOf(mcp: Mcp, client: Client | null = mcp.facts.client): Promise<Flow> {
  if (client === null) throw new Error("Cannot start a flow: the row does not say that it needs a client");
  const { resource: named } = (await resourceOf(mcp)).content;
  const resource = isOfService(mcp.url, named) ? named : mcp.url;
  let problem: unknown;
  for (const server of await serversOf(mcp)) {
    try {
      return flowAt(server, mcp, client, resource);
    } catch (error) {
      problem ??= error;
    }
  }
  throw problem;
}

/** At least one. */
async function serversOf(mcp: Mcp): Promise<readonly Server[]> {
  const { servers } = await searchServers(mcp);
  return servers.length > 0 ? servers : [await serverOf(mcp)];
}

function flowAt(server: Server, mcp: Mcp, client: Client, resource: string): Flow {
  const { issuer, authorization_endpoint: authorize, token_endpoint: token } = server.document.content;
  if (issuer !== server.issuer)
    throwInconclusive("The metadata is of another issuer than the service names: nothing is sent there.");
  if (!isServerUrl(mcp.url, authorize) || !isServerUrl(mcp.url, token))
    throwInconclusive("The metadata of the authorization server names no endpoints that a client may use.");
  const note = client.id === mcp.facts.client?.id ? "" : ` (client ${client.id})`;
  const flow = {
    mcp,
    client,
    server,
    authorizationEndpoint: authorize,
    tokenEndpoint: token,
    resource,
    note,
  };
  assertOwn(flow, client);
  return flow;
}

/**
 * Requires that the client belongs to both endpoints.
 * @throws {UnofferedError} if nothing confirms it
 */
export function assertOwn(
  { mcp, server, authorizationEndpoint, tokenEndpoint }: Omit<Flow, "client">,
  client: Client,
): void {
  const field = `mcp.${client.id === mcp.facts.otherClient?.id ? "otherClient" : "client"}.issuer`;
  if (client.issuer !== null && isAnotherTenant(client.issuer, server.issuer))
    throw new UnofferedError(
      field,
      `The MCP service names the issuer ${server.issuer}, and ${field} is ${client.issuer}. Nothing of the client ${client.id} was sent. If it belongs there, set ${field} to ${server.issuer}.`,
    );
  const origin = clientOrigin(mcp, client, server.issuer);
  const strange = [authorizationEndpoint, tokenEndpoint].find((url) => new URL(url).origin !== origin);
  if (strange === undefined) return;
  const { origin: elsewhere } = new URL(strange);
  throw new UnofferedError(
    field,
    `The MCP service sends clients to ${elsewhere}, and the profile does not say that the client ${client.id} belongs there. Nothing of the client was sent. If it does, set ${field} to ${elsewhere}.`,
  );
}

/** Whether the profile names an issuer with a path, and the service another one: one origin may serve many tenants. */
function isAnotherTenant(ours: string, named: string): boolean {
  const [own, other] = [ours, named].map((url) => new URL(url).href.replace(/\/$/, ""));
  return new URL(ours).pathname !== "/" && own !== other;
}

/**
 * The one origin for a client, its secret, codes and verifiers. First choice: its issuer in the profile. Then
 * the issuer that the service names, if it is the service's own origin or a listed host. Otherwise the
 * service.
 */
function clientOrigin(
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
