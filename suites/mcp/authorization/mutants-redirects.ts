import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";

/** Allows redirect URIs that are the registered one after this change. */
function reading(name: string, change: (uri: string) => string) {
  return mutant(name, "authorization.redirect-uri", ({ mcpServer }) => ({
    mcpServer: {
      allowsRedirect: (call, client, uri = "") =>
        change(uri) === client.redirectUri || mcpServer.allowsRedirect(call, client, uri),
    },
  }));
}

/** Redirects to any URI with an error that is found before the URI is compared. */
function telling(isFound: (parameters: URLSearchParams, call: McpCall) => boolean): Change {
  return ({ mcpServer }) => ({
    mcpServer: {
      respond: (call, response) => {
        const { searchParams, pathname } = call.url;
        const isRefused = pathname === "/oauth/authorize" && response.status === 400;
        const client = mcpServer.clientOf(call, searchParams.get("client_id") ?? undefined);
        if (!isRefused || client === undefined || !isFound(searchParams, call))
          return mcpServer.respond(call, response);
        const location = `${searchParams.get("redirect_uri")}?error=invalid_request`;
        return new Response(null, { status: 302, headers: { location } });
      },
    },
  });
}

export const nearRedirectMutants = [
  reading("takes-any-port-for-a-redirect", (uri) => uri.replace(/:8443(?=\/)/, "")),
  reading("takes-localhost-for-a-loopback-address", (uri) => uri.replace("//localhost:", "//127.0.0.1:")),
  reading("takes-any-character-for-a-dot-of-a-redirect", (uri) =>
    uri.replace("client-issuer", "client.issuer"),
  ),
  reading("overlooks-users-in-redirects", (uri) => uri.replace(/\/\/[^/@]*@/, "//")),
  reading("overlooks-fragments-of-redirects", (uri) => uri.replace(/#.*/, "")),
];

export const redirectErrorMutants = [
  mutant(
    "tells-strangers-that-a-challenge-is-missing",
    "authorization.redirect-uri",
    telling((parameters) => !parameters.has("code_challenge")),
  ),
  mutant(
    "tells-strangers-that-a-response-type-is-unknown",
    "authorization.redirect-uri",
    telling((parameters) => parameters.get("response_type") === "conformance"),
  ),
  mutant(
    "tells-strangers-that-a-scope-is-unknown",
    "authorization.redirect-uri",
    telling((parameters) => parameters.get("scope")?.includes("no-such-scope") === true),
  ),
];
