import { TO_AUTHORIZE } from "../../../lib/profile/mcp-needs.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/verdict.ts";
import { headersOf } from "../../../lib/mcp/door.ts";
import type { Mcp } from "../../../lib/mcp/mcp.ts";
import {
  authorizeClient,
  type RedirectResult,
  toldTo,
  validRequest,
} from "../../../lib/mcp/oauth/authorize.ts";
import { askForTokens, formOf, provenCode, tokensIn } from "../../../lib/mcp/oauth/exchange.ts";
import { type Flow, flowOf } from "../../../lib/mcp/oauth/flow.ts";
import {
  bringsNoCode,
  describeRedirect,
  isAtClient,
  type RefusedAuthorization,
  refusedAuthorizations,
} from "../../../lib/mcp/oauth/refused-authorization.ts";
import { keepTokens } from "../../../lib/mcp/oauth/spare-tokens.ts";
import { failRequirement } from "../../../lib/mcp/oracles/fails.ts";

const { inferred } = chapterOf(GROUNDS.authorizationServer, TO_AUTHORIZE);
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
      if (isAtClient(flow, led))
        failRequirement(`no redirect for ${what}`, led.answer, describeRedirect(led));
    }
  },
});

export const repeatedRedirect = inferred("authorization.repeated-redirect-uri", {
  source: "OAuth 2.1, 3.1 and 4.1.2.1",
  text: "A request with two redirect URIs brings no code.",
  check: async ({ mcp }) => {
    await bringsNoCode(await flowOf(mcp), "a request with two redirect URIs", (parameters) =>
      parameters.append("redirect_uri", `${STRANGER}/callback`),
    );
  },
});

export const errorRedirect = inferred("authorization.error-redirect", {
  source: "OAuth 2.1, 4.1.2.1; RFC 9207, 2",
  text: "A redirect that refuses a code contains an `error`, a description of printable characters at most, the unchanged state, and `iss` if the server announces it.",
  check: async ({ mcp, effort }) => {
    if (!effort.isQuick || ledToClient(mcp).length === 0)
      await bringsNoCode(
        await flowOf(mcp),
        "a request with a response type that does not exist",
        (parameters) => {
          parameters.set("response_type", "conformance");
          parameters.set("state", UNUSUAL_STATE);
        },
      );
    const told = ledToClient(mcp);
    if (told.length === 0) throw new InapplicableError("The server redirects no client with an error.");
    for (const { flow, what, state, led } of told) {
      const { content } = flow.server.document;
      if (!PRINTABLE.test(toldTo(led.target, "error") ?? ""))
        failRequirement(`an error for ${what}`, led.answer, describeRedirect(led));
      if (!PRINTABLE.test(toldTo(led.target, "error_description") ?? "none"))
        failRequirement("a description of printable characters", led.answer, describeRedirect(led));
      if (!what.includes("parameters state") && toldTo(led.target, "state") !== state)
        failRequirement(
          `the state unchanged beside the error for ${what}`,
          led.answer,
          describeRedirect(led),
        );
      const issuer = toldTo(led.target, "iss");
      const isAnnounced = content["authorization_response_iss_parameter_supported"] === true;
      if ((issuer !== undefined || isAnnounced) && issuer !== flow.server.issuer)
        failRequirement(
          `iss ${flow.server.issuer} beside the error for ${what}`,
          led.answer,
          describeRedirect(led),
        );
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
      failRequirement(`the state ${state} unchanged`, led.answer, describeRedirect(led), {
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
    if (code === undefined)
      failRequirement("a code in spite of an unknown parameter", led.answer, describeRedirect(led));
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
