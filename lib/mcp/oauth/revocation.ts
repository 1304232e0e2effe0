import { InapplicableError, InconclusiveError } from "../../engine/verdict.ts";
import type { McpAnswer } from "../door.ts";
import { isServerUrl } from "../metadata.ts";
import { askForTokens } from "./exchange.ts";
import type { Client, Flow } from "./flow.ts";

/**
 * Asks the revocation endpoint of the server to revoke a token.
 * @throws {InapplicableError} if it names none
 * @throws {UnofferedError} if the client does not belong there
 */
export async function revokeToken(
  flow: Flow,
  token: string,
  { hint, as }: { readonly hint?: string; readonly as?: Client } = {},
): Promise<McpAnswer> {
  const { revocation_endpoint: endpoint } = flow.server.document.content;
  if (endpoint === undefined) throw new InapplicableError("The server has no revocation endpoint.");
  if (!isServerUrl(flow.mcp.url, endpoint))
    throw new InconclusiveError("The metadata names no revocation endpoint that a client may use.");
  const form = { token, ...(hint !== undefined && { token_type_hint: hint }) };
  return askForTokens({ ...flow, tokenEndpoint: endpoint }, form, {
    label: "revoke",
    ...(as !== undefined && { as }),
  });
}
