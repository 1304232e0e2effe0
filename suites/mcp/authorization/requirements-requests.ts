import { TO_AUTHORIZE } from "../../../lib/profile/needs/mcp-needs.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/service/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import {
  authorizeClient,
  type RedirectResult,
  toldTo,
  validRequest,
} from "../../../lib/mcp/oauth/authorize.ts";
import { flowsOfKind, ofClient } from "../../../lib/mcp/oauth/clients.ts";
import { askForTokens, formOf, provenCode, tokensIn } from "../../../lib/mcp/oauth/exchange.ts";
import {
  bringsNoCode,
  describeRedirect,
  failRedirect,
  isAtClient,
  type RefusedAuthorization,
  refusedAuthorizations,
  wrongRedirectsTried,
} from "../../../lib/mcp/oauth/refused-authorization.ts";
import { headersOf } from "../../../lib/mcp/wire/mcp-request.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import { type Flow, flowOf } from "../../../lib/mcp/oauth/flow.ts";
import { keepTokens } from "../../../lib/mcp/oauth/spare-tokens.ts";
import { failRequirement } from "../../../lib/mcp/refusals/fails.ts";

const { inferred } = chapterOf(GROUNDS.authorizationServer, TO_AUTHORIZE);
const LOOPBACK_IP = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/;
const PORTS = ["49731", "49732"];

export const redirectUri = inferred("authorization.redirect-uri", {
  source: "OAuth 2.1, 2.3.1, 4.1.2.1 and 7.5.3",
  text: "A redirect URI of any client that differs from the registered one is never redirected to.",
  check: async ({ mcp, effort }) => {
    for (const { flow, what, uri, led } of await wrongRedirectsTried(mcp, effort.isQuick))
      if (isLedTo(led, uri)) failRedirect(`no redirect to ${what}${ofClient(flow)}`, led);
  },
});

export const redirectUriCompared = inferred("authorization.redirect-uri-compared", {
  source: "OAuth 2.1, 2.3.1 and 4.1.2.1; MCP, Authorization, Open Redirection",
  text: "A request of any client with a redirect URI that differs from the registered one brings no code, wherever it leads.",
  check: async ({ mcp, effort }) => {
    for (const { flow, what, uri, led } of await wrongRedirectsTried(mcp, effort.isQuick)) {
      if (isLedTo(led, uri)) continue;
      if (toldTo(led.target, "code") !== undefined) failRedirect(`no code for ${what}${ofClient(flow)}`, led);
    }
  },
});

export const loopbackPort = inferred("authorization.loopback-port", {
  source: "OAuth 2.1, 2.3.1, 4.1.1 and 8.4.2; RFC 8252, 7.3",
  text: "A public client with a registered redirect URI of a loopback IP address may choose another port for each request.",
  check: async ({ mcp }) => {
    const flows = await flowsOfKind(mcp, "public");
    const registered = flows.find(({ client }) => LOOPBACK_IP.test(client.redirectUri));
    if (registered === undefined)
      throw new InapplicableError("No public client has a redirect URI of a loopback IP address.");
    await provenCode(registered);
    const { parameters } = await validRequest(registered);
    const chosen = withOtherPort(registered.client.redirectUri);
    parameters.set("redirect_uri", chosen);
    const led = await authorizeClient(registered, parameters);
    if (toldTo(led.target, "code") === undefined || led.target?.origin !== new URL(chosen).origin)
      failRedirect(`a code at ${chosen}`, led);
  },
});

/** Whether a way has ended at a URI, with more parameters. They stand before its fragment, or behind it. */
function isLedTo({ target }: RedirectResult, uri: string): boolean {
  const { href, hash } = new URL(uri);
  const [beforeHash = href] = href.split("#");
  return target?.href.startsWith(beforeHash) === true && target.hash.startsWith(hash);
}

/** The same address with a port that it does not have. */
function withOtherPort(uri: string): string {
  const url = new URL(uri);
  url.port = PORTS.find((port) => port !== url.port) ?? "";
  return url.href;
}

const PRINTABLE = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;
const STRANGER = "https://stranger.example";
/** Every kind of character that a state may have, of those that a form encodes and those that it does not. */
const UNUSUAL_STATE = "conformance a+b/c=d&e%2F~f;g?h#i";
/** As long as the state of a client that signs what it keeps there. A server that rejects it is not judged. */
const LONG_STATE = UNUSUAL_STATE.repeat(9);

export const unknownClient = inferred("authorization.unknown-client", {
  source: "OAuth 2.1, 4.1.2.1",
  text: "A request of a client that does not exist, or of none, is never answered by a redirect to its redirect URI.",
  check: async ({ mcp, effort }) => {
    const flow = await flowOf(mcp);
    await provenCode(flow);
    for (const [what, id] of effort.tried([
      ["a client that does not exist", "conformance-no-such-client"],
      ["no client", undefined],
    ] as const)) {
      const { parameters } = await validRequest(flow);
      parameters.delete("client_id");
      if (id !== undefined) parameters.set("client_id", id);
      const led = await authorizeClient(flow, parameters, { isProbe: true });
      if (isAtClient(flow, led)) failRedirect(`no redirect for ${what}`, led);
    }
  },
});

export const repeatedRedirect = inferred("authorization.repeated-redirect-uri", {
  source: "OAuth 2.1, 3.1 and 4.1.2.1",
  text: "A request with two redirect URIs brings no code.",
  check: async ({ mcp }) => {
    await bringsNoCode(await flowOf(mcp), {
      what: "a request with two redirect URIs",
      change: (parameters) => parameters.append("redirect_uri", `${STRANGER}/callback`),
    });
  },
});

export const errorRedirect = inferred("authorization.error-redirect", {
  source: "OAuth 2.1, 4.1.2.1; RFC 9207, 2",
  text: "A redirect that refuses a code contains an `error`, a description of printable characters at most, the unchanged state, and `iss` if the server announces it.",
  check: async ({ mcp, effort }) => {
    if (!effort.isQuick || ledToClient(mcp).length === 0)
      await bringsNoCode(await flowOf(mcp), {
        what: "a request with a response type that does not exist",
        change: (parameters) => {
          parameters.set("response_type", "conformance");
          parameters.set("state", UNUSUAL_STATE);
        },
      });
    const told = ledToClient(mcp);
    if (told.length === 0) throw new InapplicableError("The server redirects no client with an error.");
    for (const { flow, what, state, led } of told) {
      const { content } = flow.server.document;
      if (!PRINTABLE.test(toldTo(led.target, "error") ?? "")) failRedirect(`an error for ${what}`, led);
      if (!PRINTABLE.test(toldTo(led.target, "error_description") ?? "none"))
        failRedirect("a description of printable characters", led);
      if (!what.includes("parameters state") && toldTo(led.target, "state") !== state)
        failRedirect(`the state unchanged beside the error for ${what}`, led);
      const issuer = toldTo(led.target, "iss");
      const isAnnounced = content["authorization_response_iss_parameter_supported"] === true;
      if ((issuer !== undefined || isAnnounced) && issuer !== flow.server.issuer)
        failRedirect(`iss ${flow.server.issuer} beside the error for ${what}`, led);
    }
  },
});

/** The wrong requests of the run that led to the client. */
function ledToClient(mcp: Mcp): readonly RefusedAuthorization[] {
  return refusedAuthorizations(mcp).filter(({ flow, led }) => isAtClient(flow, led));
}

export const stateCharacters = inferred("authorization.state-characters", {
  source: "OAuth 2.1, 4.1.2 and Appendix A.5",
  text: "A state comes back unchanged, whatever visible characters it has, and if it has some hundred of them.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    await provenCode(flow);
    const long = await withState(flow, LONG_STATE);
    const isLong = toldTo(long.target, "code") !== undefined;
    const [state, led] = isLong ? [LONG_STATE, long] : [UNUSUAL_STATE, await withState(flow, UNUSUAL_STATE)];
    if (!isAtClient(flow, led))
      throw new InconclusiveError(`No code came for another state: ${describeRedirect(led)}.`);
    if (toldTo(led.target, "state") !== state)
      failRedirect(`the state ${state} unchanged`, led, {
        what: "not the state unchanged",
        when: ["of unusual characters"],
      });
  },
});

async function withState(flow: Flow, state: string): Promise<RedirectResult> {
  const { parameters } = await validRequest(flow);
  parameters.set("state", state);
  return authorizeClient(flow, parameters);
}

export const unknownParameters = inferred("authorization.unknown-parameters", {
  source: "OAuth 2.1, 3.1 and 3.2",
  text: "Parameters that the server does not know change nothing, at the authorization and at the token endpoint.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    await provenCode(flow);
    const { parameters, verifier } = await validRequest(flow);
    parameters.set("conformance_unknown", "1");
    const led = await authorizeClient(flow, parameters);
    const code = toldTo(led.target, "code");
    if (code === undefined) failRedirect("a code in spite of an unknown parameter", led);
    const form = { ...formOf(flow, code, verifier), conformance_unknown: "1" };
    const answer = await askForTokens(flow, form);
    const tokens = tokensIn(answer) ?? failRequirement("tokens in spite of an unknown parameter", answer);
    keepTokens(flow, tokens);
  },
});

export const noCors = inferred("authorization.no-cors", {
  source: "OAuth 2.1, 3.1; RFC 9700, 2.6",
  text: "The authorization endpoint does not let pages of other origins read its answers.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const { parameters } = await validRequest(flow);
    const led = await authorizeClient(flow, parameters, { headers: [["Origin", STRANGER]], isProbe: true });
    const [allowed] = headersOf(led.answer, "access-control-allow-origin");
    if (allowed !== undefined)
      failRequirement(
        "no Access-Control-Allow-Origin",
        led.answer,
        `Access-Control-Allow-Origin: ${allowed}`,
      );
  },
});
