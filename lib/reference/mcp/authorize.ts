import { random } from "../rules/mcp-server.ts";
import type { McpCall } from "./mcp-call.ts";
import { CONSENT_PATH, MCP_PATH } from "./places.ts";

const CODE_LIFETIME_MS = 60_000;
const COOKIE = "reference_session";

/** The authorization endpoint: sends a code to the redirect URI, without a question to the user. */
export function authorize(call: McpCall): Response {
  const { rules, url, choices } = call;
  const { mcpServer } = rules;
  const parameters = url.searchParams;
  const given = (name: string) => valueIn(parameters, name);
  const client = mcpServer.clientOf(call, given("client_id"));
  const redirectUri = given("redirect_uri");
  const isSafe =
    client !== undefined &&
    redirectUri !== undefined &&
    mcpServer.allowsRedirect(call, client, redirectUri) &&
    parameters.getAll("redirect_uri").length === 1 &&
    parameters.getAll("client_id").length === 1;
  if (!isSafe) return page(400);
  const state = given("state");
  const problem = mcpServer.isRepeated(call, parameters) ? "invalid_request" : mcpServer.problem(call, given);
  if (problem !== undefined) {
    if (choices.mcpAuthorizationError === "page") return page(400);
    return redirect(redirectUri, mcpServer.errorRedirect(call, problem, state));
  }
  if (url.pathname !== CONSENT_PATH && choices.mcpConsent === "by-a-page-of-its-own") return consent(url);
  const code = random();
  call.state.codes.set(code, {
    client: client.id,
    redirectUri,
    scopes: mcpServer.granted(call, words(given("scope"))),
    resource: isOurs(call, given("resource")) ? "ours" : "other",
    challenge: given("code_challenge") ?? "",
    method: given("code_challenge_method") ?? "plain",
    expiresAt: call.now() + CODE_LIFETIME_MS,
    isSpent: false,
    issued: [],
  });
  return redirect(redirectUri, mcpServer.codeAnswer(call, code, state));
}

/** A page of the server's own on the way, which knows the visitor by a cookie. */
function consent({ search }: URL): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location: `${CONSENT_PATH}${search}`,
      "set-cookie": `${COOKIE}=${random()}; HttpOnly; Path=/oauth`,
    },
  });
}

/** Whether the visitor comes from the page before. */
export function isVisitor({ headers }: McpCall): boolean {
  return (headers.get("cookie") ?? "").includes(`${COOKIE}=`);
}

/** A page for a person. */
export function page(status: number): Response {
  return new Response(`<html><body><h1>${status}</h1></body></html>`, {
    status,
    headers: { "content-type": "text/html" },
  });
}

/** If a client names no resource, the token is for the only resource. */
function isOurs({ origin, choices }: McpCall, resource?: string): boolean {
  const isOrigin = resource?.replace(/\/$/, "") === origin;
  const isAddress = choices.mcpResource === "address" && resource === `${origin}${MCP_PATH}`;
  return resource === undefined || isOrigin || isAddress;
}

export function words(text: string | undefined): string[] {
  return (text ?? "").split(" ").filter((word) => word !== "");
}

/** Reads a parameter. An empty value counts as absent. */
export function valueIn(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name);
  return value === null || value === "" ? undefined : value;
}

function redirect(uri: string, parameters: Readonly<Record<string, string>>): Response {
  const mark = uri.includes("?") ? "&" : "?";
  return new Response(null, {
    status: 302,
    headers: { location: `${uri}${mark}${new URLSearchParams(parameters).toString()}` },
  });
}
