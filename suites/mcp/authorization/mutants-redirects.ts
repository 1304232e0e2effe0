import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { sayingYes } from "../../../lib/reference/changes.ts";

/** Allows redirect URIs that are the registered one after this change. */
function reading(change: (uri: string) => string): Change {
  return sayingYes(
    "mcpServer.allowsRedirect",
    (_call, client, uri = "") => change(uri) === client.redirectUri,
  );
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

export const nearRedirectMutants = toMutants({
  "authorization.redirect-uri": {
    "takes-any-port-for-a-redirect": reading((uri) => uri.replace(/:8443(?=\/)/, "")),
    "takes-localhost-for-a-loopback-address": reading((uri) => uri.replace("//localhost:", "//127.0.0.1:")),
    "takes-any-character-for-a-dot-of-a-redirect": reading((uri) =>
      uri.replace("client-issuer", "client.issuer"),
    ),
    "overlooks-users-in-redirects": reading((uri) => uri.replace(/\/\/[^/@]*@/, "//")),
    "overlooks-fragments-of-redirects": reading((uri) => uri.replace(/#.*/, "")),
  },
});

export const redirectErrorMutants = toMutants({
  "authorization.redirect-uri": {
    "tells-strangers-that-a-challenge-is-missing": telling((parameters) => !parameters.has("code_challenge")),
    "tells-strangers-that-a-response-type-is-unknown": telling(
      (parameters) => parameters.get("response_type") === "conformance",
    ),
    "tells-strangers-that-a-scope-is-unknown": telling(
      (parameters) => parameters.get("scope")?.includes("no-such-scope") === true,
    ),
  },
});
