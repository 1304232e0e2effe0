import { authorizeClient, describeRedirect, failRedirect } from "../../../lib/mcp/oauth/authorize.ts";
import { provenCode } from "../../../lib/mcp/oauth/exchange.ts";
import { flowOf } from "../../../lib/mcp/oauth/flow.ts";
import { setParameters, repeatParameter, withoutChallenge } from "../../../lib/mcp/oauth/parameters.ts";
import {
  type ClientOffence,
  redirectsElsewhere,
  refusesAuthorization,
  wrongParameters,
} from "../../../lib/mcp/oauth/refused-requests.ts";
import {
  failRequirement,
  throwInapplicable,
  throwInconclusive,
  ONE_OF_TWO,
} from "../../../lib/mcp/refusals/fails.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { oncePerService } from "../../../lib/mcp/service/once-per-service.ts";
import { headersOf } from "../../../lib/mcp/wire/mcp-request.ts";
import { listOf } from "../../../lib/mcp/wire/rpc.ts";
import { TO_AUTHORIZE } from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.authorizationServer, TO_AUTHORIZE);
const LOOPBACK_IP = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/;
const UNKNOWN = "conformance_unknown";
const PORTS = ["49731", "49732"];
const PRINTABLE = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;
const STRANGER = "https://stranger.example";
/** Every kind of character that a state may have, of those that a form encodes and those that it does not. */
const UNUSUAL_STATE = String.raw`conformance a+b/c=d&e%2F~f;g?h#i,j\k==`;
/** As long as the state of a client that signs what it keeps there. A server that rejects it is not judged. */
const LONG_STATE = UNUSUAL_STATE.repeat(14);
/** As `failRedirect` names it where the state of a plain request does not come back. */
const CHANGED_STATE = "not the state unchanged";
const OF_UNUSUAL_CHARACTERS = ["of unusual characters"];
/** Parameters besides the state and the redirect URI. RFC 8707 allows several resources. */
const REPEATED = ["response_type", "client_id", "code_challenge", "code_challenge_method"];

function twice(name: string, other?: string): ClientOffence {
  return {
    what: `a request with two parameters ${name}`,
    change: repeatParameter(name, other),
    served: ONE_OF_TWO,
  };
}

export const challengeNeeded = inferred("authorization.challenge-needed", {
  source: "OAuth 2.1, 4.1.2.1 and 7.6; MCP, Authorization, Authorization Code Protection",
  text: "A request of a public client without a code challenge, or with an empty one, brings no code.",
  check: refusesAuthorization({
    clients: "public",
    offences: (effort) =>
      effort.tried([
        { what: "a request without a code challenge", change: withoutChallenge },
        wrongParameters("a request with an empty code challenge", { code_challenge: "" }),
      ]),
  }),
});

export const challengeMethod = inferred("authorization.challenge-method", {
  source: "OAuth 2.1, 4.1.2.1; RFC 7636, 4.4.1",
  text: "A request of any client with a code challenge method that does not exist brings no code; a redirect with an error says `invalid_request`.",
  check: refusesAuthorization({
    clients: "each",
    offences: [
      {
        ...wrongParameters("a request with the method S512", { code_challenge_method: "S512" }),
        says: (led) => {
          if (led.isAtClient && (led.told("error") ?? "invalid_request") !== "invalid_request")
            failRedirect("the error invalid_request", led);
        },
      },
      wrongParameters("a request with the method s256", { code_challenge_method: "s256" }),
    ],
  }),
});

export const responseType = inferred("authorization.response-type", {
  source: "OAuth 2.1, 4.1.1 and 4.1.2",
  text: "A request of any client without a response type brings no code.",
  check: refusesAuthorization({
    clients: "each",
    offences: [wrongParameters("a request without response_type", { response_type: undefined })],
  }),
});

export const repeatedParameter = inferred("authorization.repeated-parameter", {
  source: "OAuth 2.1, 3.1",
  text: "A request in which any parameter stands twice brings no code.",
  check: async (means) => {
    await refusesAuthorization({ clients: "each", offences: [twice("state", "another")] })(means);
    if (means.effort.isQuick) return;
    await refusesAuthorization({ offences: REPEATED.map((name) => twice(name)) })(means);
  },
});

export const plainChallenge = advisory("authorization.plain-challenge", {
  source: "OAuth 2.1, 4.1.1 (drafts differ); MCP, Authorization, Authorization Code Protection",
  text: "A code challenge of the method `plain` brings no code if the server does not list that method.",
  check: async (means) => {
    const { code_challenge_methods_supported: methods } = (await means.client()).server.document.content;
    if (listOf(methods).includes("plain")) throwInapplicable("The server lists the method plain.");
    const plain = wrongParameters("a request with the method plain", { code_challenge_method: "plain" });
    await refusesAuthorization({ offences: [plain] })(means);
  },
});

export const noImplicitGrant = inferred("authorization.no-implicit-grant", {
  source: "OAuth 2.1, 10.1",
  text: "The response types `token` and `code token` bring no client a token.",
  check: refusesAuthorization({
    clients: "each",
    brings: "token",
    offences: (effort) =>
      effort
        .tried(["token", "code token"])
        .map((type) => wrongParameters(`the response type ${type}`, { response_type: type })),
  }),
});

const ELSEWHERE = { clients: "each at quick too", offences: redirectsElsewhere } as const;

export const redirectUri = inferred("authorization.redirect-uri", {
  source: "OAuth 2.1, 2.3.1, 4.1.2.1 and 7.5.3",
  text: "A redirect URI of any client that differs from the registered one is never redirected to.",
  check: refusesAuthorization({ ...ELSEWHERE, brings: "redirect" }),
});

export const redirectUriCompared = inferred("authorization.redirect-uri-compared", {
  source: "OAuth 2.1, 2.3.1 and 4.1.2.1; MCP, Authorization, Open Redirection",
  text: "A request of any client with a redirect URI that differs from the registered one brings no code, wherever it leads.",
  check: refusesAuthorization(ELSEWHERE),
});

export const loopbackPort = inferred("authorization.loopback-port", {
  source: "OAuth 2.1, 2.3.1, 4.1.1 and 8.4.2; RFC 8252, 7.3",
  text: "A public client with a registered redirect URI of a loopback IP address may choose another port for each request.",
  check: async ({ clientsFor }) => {
    const flows = await clientsFor("public");
    const flow =
      flows.find(({ client }) => LOOPBACK_IP.test(client.redirectUri)) ??
      throwInapplicable("No public client has a redirect URI of a loopback IP address.");
    await flow.provenCode();
    const chosen = new URL(flow.client.redirectUri);
    chosen.port = PORTS.find((port) => port !== chosen.port) ?? "";
    const led = await flow.authorizeClient({
      change: setParameters({ redirect_uri: chosen.href }),
    });
    if (led.told("code") === undefined || led.target?.origin !== chosen.origin)
      failRedirect(`a code at ${chosen.href}`, led);
  },
});

export const unknownClient = inferred("authorization.unknown-client", {
  source: "OAuth 2.1, 4.1.2.1",
  text: "A request of a client that does not exist, or of none, is never answered by a redirect to its redirect URI.",
  check: refusesAuthorization({
    brings: "redirect",
    offences: (effort) =>
      effort.tried([
        wrongParameters("a client that does not exist", { client_id: "conformance-no-such-client" }),
        wrongParameters("no client", { client_id: undefined }),
      ]),
  }),
});

export const repeatedRedirect = inferred("authorization.repeated-redirect-uri", {
  source: "OAuth 2.1, 3.1 and 4.1.2.1",
  text: "A request with two redirect URIs brings no code.",
  check: refusesAuthorization({
    offences: [
      {
        what: "a request with two redirect URIs",
        change: repeatParameter("redirect_uri", `${STRANGER}/callback`),
      },
    ],
  }),
});

export const errorRedirect = inferred("authorization.error-redirect", {
  source: "OAuth 2.1, 4.1.2.1; RFC 9207, 2",
  text: "A redirect that refuses a code contains an `error`, a description of printable characters at most, the unchanged state, and `iss` if the server announces it.",
  check: async (means) => {
    const ledToClient = () => means.refusedAuthorizations().filter(({ led }) => led.isAtClient);
    const values = { response_type: "conformance", state: UNUSUAL_STATE };
    if (!means.effort.isQuick || ledToClient().length === 0)
      await refusesAuthorization({
        offences: [wrongParameters("a request with a response type that does not exist", values)],
      })(means);
    const refused = ledToClient();
    if (refused.length === 0) throwInapplicable("The server redirects no client with an error.");
    for (const { flow, what, led } of refused) {
      const { told, parameters } = led;
      if (!PRINTABLE.test(told("error") ?? "")) failRedirect(`an error for ${what}`, led);
      if (!PRINTABLE.test(told("error_description") ?? "none"))
        failRedirect("a description of printable characters", led);
      const state = parameters.get("state");
      if (!what.includes("parameters state") && told("state") !== state)
        failRedirect(`the state unchanged beside the error for ${what}`, led, {
          what: CHANGED_STATE,
          when: ["beside an error", ...(state === UNUSUAL_STATE ? OF_UNUSUAL_CHARACTERS : [])],
        });
      const { issuer, document } = flow.server;
      const isAnnounced = document.content["authorization_response_iss_parameter_supported"] === true;
      if ((told("iss") !== undefined || isAnnounced) && told("iss") !== issuer)
        failRedirect(`iss ${issuer} beside the error for ${what}`, led);
    }
  },
});

/** A valid request that is unusual in two ways. */
const unusualRequest = oncePerService(async (mcp) => {
  const flow = await flowOf(mcp);
  await provenCode(flow);
  return authorizeClient(flow, { change: setParameters({ state: LONG_STATE, [UNKNOWN]: "1" }) });
});

export const stateCharacters = inferred("authorization.state-characters", {
  source: "OAuth 2.1, 4.1.2 and Appendix A.5",
  text: "A state comes back unchanged, whatever visible characters it has, and if it has some hundred of them.",
  check: async ({ mcp, client }) => {
    const long = await unusualRequest(mcp);
    const isLong = long.told("code") !== undefined;
    const shorter = async () =>
      (await client()).authorizeClient({ change: setParameters({ state: UNUSUAL_STATE }) });
    const [state, led] = isLong ? [LONG_STATE, long] : [UNUSUAL_STATE, await shorter()];
    if (!led.isAtClient) throwInconclusive(`No code came for another state: ${describeRedirect(led)}.`);
    if (led.told("state") !== state)
      failRedirect(`the state ${state} unchanged`, led, { what: CHANGED_STATE, when: OF_UNUSUAL_CHARACTERS });
  },
});

export const unknownParameters = inferred("authorization.unknown-parameters", {
  source: "OAuth 2.1, 3.1 and 3.2",
  text: "Parameters that the server does not know change nothing, at the authorization and at the token endpoint.",
  check: async ({ mcp, client }) => {
    const flow = await client();
    const unusual = await unusualRequest(mcp);
    const isServed = unusual.told("code") !== undefined;
    const led = isServed
      ? unusual
      : await flow.authorizeClient({ change: setParameters({ [UNKNOWN]: "1" }) });
    const code = led.told("code") ?? failRedirect("a code in spite of an unknown parameter", led);
    const { verifier } = led;
    const answer = await flow.redeemCode({ code, verifier }, { change: setParameters({ [UNKNOWN]: "1" }) });
    flow.keepTokens(answer.tokens ?? failRequirement("tokens in spite of an unknown parameter", answer));
  },
});

export const noCors = inferred("authorization.no-cors", {
  source: "OAuth 2.1, 3.1; RFC 9700, 2.6",
  text: "The authorization endpoint does not let pages of other origins read its answers.",
  check: async ({ client }) => {
    const flow = await client();
    const { answer } = await flow.authorizeClient({ headers: [["Origin", STRANGER]], isProbe: true });
    const [allowed] = headersOf(answer, "access-control-allow-origin");
    if (allowed !== undefined)
      failRequirement("no Access-Control-Allow-Origin", answer, `Access-Control-Allow-Origin: ${allowed}`);
  },
});
