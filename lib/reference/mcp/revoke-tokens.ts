import { clientOf, invalidClient } from "./exchange-tokens.ts";
import type { McpCall } from "./mcp-call.ts";
import type { Promised } from "./mcp-state.ts";

/** The revocation endpoint (RFC 7009): what there is not is answered like what was revoked. */
export function revokeTokens(call: McpCall): Response {
  const { mcpServer } = call.rules;
  const form = new URLSearchParams(call.body);
  const client = clientOf(call, form);
  if (client === undefined) return invalidClient(call);
  const token = form.get("token");
  if (token === null) return mcpServer.errorAnswer(call, { error: "invalid_request", status: 400 });
  const isAccess = call.state.grants.has(token);
  if (isAccess && call.choices.mcpRevocation === "of-refresh-tokens")
    return mcpServer.errorAnswer(call, { error: "unsupported_token_type", status: 400 });
  const promised = promiseBehind(call, token);
  if (promised !== undefined) {
    if (!mcpServer.mayRevoke(call, promised, client))
      return mcpServer.errorAnswer(call, { error: "invalid_grant", status: 400 });
    mcpServer.revoke(call, token, promised);
  }
  return new Response(null, { status: 200 });
}

/** Finds the grant of a token, which is a refresh token or an access token. */
function promiseBehind({ state }: McpCall, token: string): Promised | undefined {
  return (
    state.refreshTokens.get(token) ?? [...state.codes.values()].find(({ issued }) => issued.includes(token))
  );
}
