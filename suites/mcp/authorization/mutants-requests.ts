import { type Change, mutant } from "../../../lib/reference/mutant.ts";

import { without } from "../faults.ts";

export const requestMutants = [
  mutant("tells-unknown-clients-by-a-redirect", "authorization.unknown-client", ({ mcpServer }) => ({
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
  })),
  mutant(
    "sends-codes-to-the-registered-address-anyway",
    "authorization.redirect-uri-compared",
    ({ mcpServer }) => ({
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
  ),
  mutant("takes-the-first-of-two-redirects", "authorization.repeated-redirect-uri", ({ mcpServer }) => ({
    mcpServer: {
      respond: async (call, response) => {
        const { searchParams, pathname } = call.url;
        if (pathname !== "/oauth/authorize" || searchParams.getAll("redirect_uri").length < 2)
          return mcpServer.respond(call, response);
        return redirecting(
          `${searchParams.get("redirect_uri")}?code=of-the-first&state=${searchParams.get("state")}`,
        );
      },
    },
  })),
  mutant("forgets-the-state-of-errors", "authorization.error-redirect", telling(without("state"))),
  mutant(
    "names-another-issuer-with-errors",
    "authorization.error-redirect",
    telling((told) => ({ ...told, iss: "https://login.issuer.example" })),
  ),
  mutant("does-not-name-itself-with-errors", "authorization.error-redirect", telling(without("iss"))),
  mutant("tells-no-error", "authorization.error-redirect", telling(without("error"))),
  mutant("writes-states-as-they-are", "authorization.state-characters", ({ mcpServer }) => ({
    mcpServer: {
      codeAnswer: (call, code, state) => mcpServer.codeAnswer(call, code, state?.replaceAll("+", " ")),
    },
  })),
  mutant("refuses-unknown-parameters", "authorization.unknown-parameters", ({ mcpServer }) => ({
    mcpServer: {
      problem: (call, given) =>
        given("conformance_unknown") === undefined ? mcpServer.problem(call, given) : "invalid_request",
    },
  })),
  mutant(
    "refuses-unknown-members-of-token-requests",
    "authorization.unknown-parameters",
    ({ mcpServer }) => ({
      mcpServer: {
        isRepeated: (call, parameters) =>
          call.body.includes("conformance_unknown") || mcpServer.isRepeated(call, parameters),
      },
    }),
  ),
  mutant("lets-pages-read-its-codes", "authorization.no-cors", ({ mcpServer }) => ({
    mcpServer: {
      respond: async (call, response) => {
        const usual = await mcpServer.respond(call, response);
        const headers = new Headers(usual.headers);
        headers.set("access-control-allow-origin", call.headers.get("origin") ?? "*");
        return new Response(usual.body, { status: usual.status, headers });
      },
    },
  })),
];

function redirecting(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

/** Changes the parameters that a client receives with an error. */
function telling(change: (told: Readonly<Record<string, string>>) => Record<string, string>): Change {
  return ({ mcpServer }) => ({
    mcpServer: { errorRedirect: (call, error, state) => change(mcpServer.errorRedirect(call, error, state)) },
  });
}
