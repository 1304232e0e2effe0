import type { McpCall } from "../mcp/mcp-call.ts";
import { MCP_PATH, placesOf } from "../mcp/places.ts";
import type { Grant } from "../mcp/mcp-state.ts";

/** Claims of a request about its sender. */
export type Presented =
  | { readonly kind: "none" }
  | { readonly kind: "malformed" }
  | { readonly kind: "token"; readonly token: string };

export interface ChallengeParameters {
  readonly error?: string;
  readonly scope?: readonly string[];
}

const BEARER = /^bearer +([\w\-.~+/]+=*)$/i;
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
export const WRITE_TOOL = "label_card";
export const UNDO_TOOL = "clear_label";
/** Sets the label of every card. */
export const WRITE_ALL_TOOL = "label_all_cards";
/** The tools that change anything. */
export const WRITERS: readonly string[] = [WRITE_TOOL, UNDO_TOOL, WRITE_ALL_TOOL];

/** Who may do what at the MCP service (§5.5): OAuth 2.1 at a resource server. */
export const mcpGateRules = {
  /** Whether a page of this origin may use the service. */
  allowsOrigin({ headers }: McpCall) {
    const origin = headers.get("origin");
    return origin === null || LOOPBACK_ORIGIN.test(origin);
  },
  presented({ headers }: McpCall): Presented {
    const value = headers.get("authorization");
    if (value === null) return { kind: "none" };
    const [, token] = BEARER.exec(value) ?? [];
    return token === undefined ? { kind: "malformed" } : { kind: "token", token };
  },
  /** The grant of a token that is valid here. */
  grantOf(call: McpCall, token: string) {
    const grant = call.state.grants.get(token);
    if (grant === undefined || grant.isRevoked || grant.expiresAt <= call.now()) return undefined;
    return grant.resource === "ours" && grant.issuer === "ours" ? grant : undefined;
  },
  /** Whether nothing is done for a request without a valid token. */
  needsToken: (_call: McpCall) => true,
  /** The status of a refusal for lack of a valid token. */
  status: ({ choices }: McpCall, { kind }: Presented): number =>
    kind === "malformed" && choices.mcpMalformedToken === "400" ? 400 : 401,
  /** The value of WWW-Authenticate; several are several headers. */
  challenge(call: McpCall, { error, scope }: ChallengeParameters): readonly string[] {
    const { metadataUrl } = placesOf(call);
    const { mcpChallenge } = call.choices;
    const isPointless = mcpChallenge === "realm-only" && !needsPointer(call);
    const isQuoted = mcpChallenge !== "tokens-unquoted";
    const quote = (text: string) => (isQuoted && text !== "" ? `"${text}"` : text);
    const parameters = [
      ...(isPointless ? [`realm="cards"`] : [`resource_metadata="${metadataUrl}"`]),
      ...(error === undefined ? [] : [`error=${quote(error)}`]),
      ...(scope !== undefined && (mcpChallenge === "metadata-and-scope" || error === "insufficient_scope")
        ? [`scope="${scope.join(" ")}"`]
        : []),
    ];
    const bearer = `Bearer ${parameters.join(", ")}`;
    return mcpChallenge === "two-schemes" ? [`DPoP algs="ES256", ${bearer}`] : [bearer];
  },
  refusal(call: McpCall, presented: Presented) {
    const { rules, choices, facts } = call;
    const isNamed = presented.kind !== "none" || choices.mcpErrorOfAbsentToken === "invalid_token";
    const error = isNamed ? "invalid_token" : undefined;
    return refused(
      call,
      rules.mcpGate.status(call, presented),
      rules.mcpGate.challenge(call, {
        ...(error !== undefined && { error }),
        scope: facts.scopes.readOnly,
      }),
    );
  },
  /** Scopes that the token of a request needs: each message of a batch by itself. */
  parts: (call: McpCall): readonly McpCall[] =>
    call.batch.length === 0 ? [call] : call.batch.map((message) => ({ ...call, message })),
  mayCall(call: McpCall, grant: Grant) {
    const { message, facts } = call;
    if (message?.method !== "tools/call") return true;
    const { readOnly, readWrite } = facts.scopes;
    const needed = WRITERS.includes(message.tool ?? "") ? readWrite : readOnly;
    return needed.every((scope) => grant.scopes.includes(scope));
  },
  beyondScope(call: McpCall, _grant: Grant) {
    const { choices, facts, rules, message } = call;
    const text = "This needs another scope.";
    if (choices.mcpScopeRefusal === "in-band-result")
      return rpc(message?.id, {
        result: { content: [{ type: "text", text }], isError: true, ...complete(call) },
      });
    if (choices.mcpScopeRefusal === "in-band-error")
      return rpc(message?.id, { error: { code: -32_000, message: text } });
    const scope = WRITERS.includes(message?.tool ?? "") ? facts.scopes.readWrite : facts.scopes.readOnly;
    const parameters = choices.mcpScopeRefusal === "403-bare" ? {} : { error: "insufficient_scope", scope };
    return refused(call, 403, rules.mcpGate.challenge(call, parameters));
  },
  /** The document that describes the resource. */
  metadata(call: McpCall): Readonly<Record<string, unknown>> {
    const { origin, issuer } = placesOf(call);
    return {
      resource: call.choices.mcpResource === "origin" ? origin : `${origin}${MCP_PATH}`,
      authorization_servers: [issuer],
      scopes_supported: [...new Set([...call.facts.scopes.readOnly, ...call.facts.scopes.readWrite])],
      bearer_methods_supported: ["header"],
    };
  },
  metadataAnswer: (call: McpCall) => Response.json(call.rules.mcpGate.metadata(call)),
  /** The last look at every answer of the service. */
  respond: (_call: McpCall, response: Response): Response | Promise<Response> => response,
};

/** Whoever speaks no revision after 2025-06-18 has to say where the metadata is. */
function needsPointer({ choices }: McpCall): boolean {
  return choices.mcpEras === "handshake" && choices.mcpRevision === "2025-06-18";
}

function complete({ era }: McpCall): { readonly resultType?: string } {
  return era === "stateless" ? { resultType: "complete" } : {};
}

function rpc(id: unknown, outcome: object): Response {
  return Response.json({ jsonrpc: "2.0", id, ...outcome });
}

/** A refusal by HTTP, with its challenges. */
function refused(call: McpCall, status: number, challenges: readonly string[]): Response {
  const headers = new Headers();
  for (const challenge of challenges) headers.append("www-authenticate", challenge);
  const { mcpRefusalBody } = call.choices;
  if (mcpRefusalBody === "empty") return new Response(null, { status, headers });
  const body =
    mcpRefusalBody === "json"
      ? { error: "refused" }
      : { jsonrpc: "2.0", id: null, error: { code: -32_001, message: "Refused" } };
  return Response.json(body, { status, headers });
}
