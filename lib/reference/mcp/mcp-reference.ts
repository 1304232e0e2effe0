import { defaultChoices } from "../choices.ts";
import type { Arrival, ReferenceOptions } from "../reference-options.ts";
import { isOfServer, PUBLIC_KEY } from "../rules/mcp-server.ts";
import { conformantRules } from "../rules/rules.ts";
import { authorize, isVisitor, page } from "./authorize.ts";
import { exchangeTokens } from "./exchange-tokens.ts";
import { type McpCall, readMessages } from "./mcp-call.ts";
import { McpService } from "./mcp-service.ts";
import type { ReferenceMcp } from "./mcp-options.ts";
import { mcpState } from "./mcp-state.ts";
import {
  AUTHORIZE_PATH,
  CONSENT_PATH,
  KEYS_PATH,
  MCP_PATH,
  placesOf,
  REVOCATION_PATH,
  TOKEN_PATH,
} from "./places.ts";
import { revokeTokens } from "./revoke-tokens.ts";

const DEFAULT_ORIGIN = "http://127.0.0.1";

/** The MCP service of a reference and its authorization server, with a state of their own, as a function of requests. */
export function createMcpReference(
  facts: ReferenceMcp,
  options: Pick<ReferenceOptions, "choices" | "rules" | "clock">,
): (
  request: Pick<Request, "method" | "url" | "headers" | "text">,
  arrival?: Partial<Arrival>,
) => Promise<Response> {
  const { rules = conformantRules, clock = Date.now } = options;
  const choices = { ...defaultChoices, ...options.choices };
  const state = mcpState(facts, clock());
  const service = new McpService({ choices, state, rules: rules.mcpService });
  return async (request, { origin = DEFAULT_ORIGIN } = {}) => {
    const body = await request.text();
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const messages = readMessages(body, headers);
    const url = new URL(`${origin}${pathname}${search}`);
    const known = { method, url, origin, headers, body, facts, state, choices, rules, now: clock };
    service.follow(clock());
    const response = await route({ ...known, ...messages }, service);
    service.follow(clock());
    return response;
  };
}

async function route(call: McpCall, service: McpService): Promise<Response> {
  const { url, rules } = call;
  if (url.pathname === MCP_PATH) return rules.mcpGate.respond(call, await serve(call, service));
  const { metadataUrl, serverMetadataUrl } = placesOf(call);
  const address = `${url.origin}${url.pathname}`;
  if (address === metadataUrl) return rules.mcpGate.respond(call, rules.mcpGate.metadataAnswer(call));
  if (address === serverMetadataUrl)
    return rules.mcpServer.respond(call, rules.mcpServer.metadataAnswer(call));
  if (!isOfServer(url.pathname)) return new Response(null, { status: 404 });
  return rules.mcpServer.respond(call, serveAuthorization(call));
}

/** The gate, and what is behind it. */
async function serve(call: McpCall, service: McpService): Promise<Response> {
  const { mcpGate } = call.rules;
  const isAllowed = mcpGate.allowsOrigin(call);
  if (!isAllowed && call.choices.mcpTokenCheck === "after-origin") return new Response(null, { status: 403 });
  const presented = mcpGate.presented(call);
  const grant = presented.kind === "token" ? mcpGate.grantOf(call, presented.token) : undefined;
  if (grant === undefined && mcpGate.needsToken(call)) return mcpGate.refusal(call, presented);
  if (!isAllowed) return new Response(null, { status: 403 });
  if (grant === undefined) return service.perform(call, grant);
  const beyond = mcpGate.parts(call).find((part) => !mcpGate.mayCall(part, grant));
  return beyond === undefined ? service.perform(call, grant) : mcpGate.beyondScope(beyond, grant);
}

function serveAuthorization(call: McpCall): Response {
  const { pathname } = call.url;
  if (call.method === "GET" && pathname === KEYS_PATH) return Response.json({ keys: [PUBLIC_KEY] });
  if (call.method === "GET" && pathname === AUTHORIZE_PATH) return authorize(call);
  if (call.method === "GET" && pathname === CONSENT_PATH)
    return isVisitor(call) ? authorize(call) : page(403);
  if (call.method === "POST" && pathname === TOKEN_PATH) return exchangeTokens(call);
  if (call.method === "POST" && pathname === REVOCATION_PATH && call.choices.mcpRevocation !== "none")
    return revokeTokens(call);
  return page(405);
}
