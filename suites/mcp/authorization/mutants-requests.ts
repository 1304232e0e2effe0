import { type Change, toMutants } from "../../../lib/reference/mutant.ts";

import { without } from "../faults.ts";
import { changing, giving, instead, replacing, sayingYes } from "../../../lib/reference/changes.ts";

export const requestMutants = toMutants({
  "authorization.unknown-client": {
    "tells-unknown-clients-by-a-redirect": ({ mcpServer }) => ({
      mcpServer: {
        respond: (call, response) => {
          const { searchParams, pathname } = call.url;
          const isUnknown = pathname === "/oauth/authorize" && response.status === 400;
          const known = mcpServer.clientOf(call, searchParams.get("client_id") ?? undefined);
          return isUnknown && known === undefined
            ? redirecting(`${searchParams.get("redirect_uri")}?error=unauthorized_client`)
            : mcpServer.respond(call, response);
        },
      },
    }),
  },
  "authorization.redirect-uri-compared": {
    "sends-codes-to-the-registered-address-anyway": ({ mcpServer }) => ({
      mcpServer: {
        allowsRedirect: () => true,
        respond: (call, response) => {
          const { searchParams } = call.url;
          const client = call.facts.clients.find(({ id }) => id === searchParams.get("client_id"));
          const [, query = ""] = (response.headers.get("location") ?? "").split(/[?&]code=/);
          if (client === undefined || query === "") return response;
          const uri = searchParams.get("redirect_uri") ?? undefined;
          const isAllowed = mcpServer.allowsRedirect(call, client, uri);
          return isAllowed ? response : redirecting(`${client.redirectUri}?code=${query}`);
        },
      },
    }),
  },
  "authorization.repeated-redirect-uri": {
    "takes-the-first-of-two-redirects": replacing(
      "mcpServer.respond",
      (respond) => async (call, response) => {
        const { searchParams, pathname } = call.url;
        if (pathname !== "/oauth/authorize" || searchParams.getAll("redirect_uri").length < 2)
          return respond(call, response);
        return redirecting(
          `${searchParams.get("redirect_uri")}?code=of-the-first&state=${searchParams.get("state")}`,
        );
      },
    ),
  },
  "authorization.error-redirect": {
    "forgets-the-state-of-errors": telling(without("state")),
    "names-another-issuer-with-errors": telling((told) => ({ ...told, iss: "https://login.issuer.example" })),
    "does-not-name-itself-with-errors": telling(without("iss")),
    "tells-no-error": telling(without("error")),
  },
  "authorization.state-characters": {
    "writes-states-as-they-are": giving("mcpServer.codeAnswer", (call, code, state) => [
      call,
      code,
      state?.replaceAll("+", " "),
    ]),
  },
  "authorization.unknown-parameters": {
    "refuses-unknown-parameters": instead("mcpServer.problem", (_call, given) =>
      given("conformance_unknown") !== undefined ? "invalid_request" : undefined,
    ),
    "refuses-unknown-members-of-token-requests": sayingYes("mcpServer.isRepeated", (call) =>
      call.body.includes("conformance_unknown"),
    ),
  },
  "authorization.no-cors": {
    "lets-pages-read-its-codes": changing("mcpServer.respond", (usual, call) => {
      const headers = new Headers(usual.headers);
      headers.set("access-control-allow-origin", call.headers.get("origin") ?? "*");
      return new Response(usual.body, { status: usual.status, headers });
    }),
  },
});

function redirecting(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

/** Changes the parameters that a client receives with an error. */
function telling(change: (told: Readonly<Record<string, string>>) => Record<string, string>): Change {
  return changing("mcpServer.errorRedirect", change);
}
