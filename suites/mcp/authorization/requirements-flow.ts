import { InapplicableError } from "../../../lib/engine/record/verdict.ts";
import { listOf } from "../../../lib/mcp/wire/metadata.ts";
import {
  authorizeClient,
  type RedirectResult,
  toldTo,
  validRequest,
  withoutChallenge,
  withoutCode,
} from "../../../lib/mcp/oauth/authorize.ts";
import { flowsOfKind, ofClient, ofEachClient } from "../../../lib/mcp/oauth/clients.ts";
import {
  askForTokens,
  formOf,
  provenCode,
  refreshFormOf,
  type Tokens,
  tokensIn,
} from "../../../lib/mcp/oauth/exchange.ts";
import { type Flow, flowOf } from "../../../lib/mcp/oauth/flow.ts";
import {
  type AuthorizationOffence,
  bringsNoCode,
  failRedirect,
  isAtClient,
} from "../../../lib/mcp/oauth/refused-authorization.ts";
import { bringsNoTokens } from "../../../lib/mcp/oauth/redemptions.ts";
import {
  keepTokens,
  refreshOfReader,
  refreshTokenOf,
  tokensFor,
} from "../../../lib/mcp/oauth/spare-tokens.ts";
import { failRequirement, ONE_OF_TWO } from "../../../lib/mcp/refusals/fails.ts";
import { readAlone } from "../../../lib/mcp/service/read-alone.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/service/requirement.ts";
import { TO_AUTHORIZE } from "../../../lib/profile/needs/mcp-needs.ts";
import { readTool, readWriteToken, scopeNames, writeTool } from "../../../lib/profile/needs/needs.ts";
import type { Effort } from "../../../lib/engine/requirement/effort.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import { resourceOf } from "../../../lib/mcp/discovery/discovery.ts";
import { provenScope, provenWrite } from "../../../lib/mcp/refusals/prove-once.ts";
import { inEra, refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { withToken } from "../../../lib/mcp/refusals/doors.ts";
import { attemptForbiddenWrite, attemptWrite, callTool } from "../../../lib/mcp/service/tools.ts";
import { hasNoEffect } from "../../../lib/mcp/refusals/shared-writes.ts";

const { inferred, advisory } = chapterOf(GROUNDS.authorizationServer, TO_AUTHORIZE);
/** Parameters besides the state and the redirect URI. RFC 8707 allows several resources. */
const REPEATED = ["response_type", "client_id", "code_challenge", "code_challenge_method"];

export const codeFlow = inferred("authorization.code-flow", {
  needs: [...TO_AUTHORIZE, readTool],
  source: "OAuth 2.1, 4.1; RFC 8707, 2; RFC 9207, 2 and 2.3; MCP, Authorization, Authorization Flow Steps",
  text: "A code flow with S256 and the address of the MCP service as resource brings a token that reads. It leads to the redirect URI with its query; the state comes back unchanged, the challenge does not, and `iss`, if present, names the server and is announced in its metadata.",
  check: async ({ mcp, effort }) => {
    const flow = await flowOf(mcp);
    const asked = await validRequest(flow);
    const led = await authorizeClient(flow, asked.parameters);
    const code = toldTo(led.target, "code") ?? withoutCode(flow, led);
    if (led.target?.searchParams.has("code") !== true) failRedirect("the code in the query", led);
    if (toldTo(led.target, "state") !== asked.state) failRedirect("the state unchanged", led);
    if (!isAtClient(flow, led)) failRedirect(`a redirect to ${flow.client.redirectUri}`, led);
    if (led.target.href.includes(asked.parameters.get("code_challenge") ?? "no challenge"))
      failRedirect("no code challenge in the answer", led);
    isOfTheServer(flow, led);
    const answer = await askForTokens(flow, formOf(flow, code, asked.verifier));
    const tokens = tokensIn(answer) ?? failRequirement("an access token for a code", answer);
    keepTokens(flow, tokens, mcp.facts.scopes?.readOnly);
    const caller = { name: "with the token of a code flow", token: tokens.accessToken };
    await mcp.eachEra(
      async (era) => {
        const read = await readAlone(mcp, era, caller, { isProbe: false });
        if (!mcp.succeeds(read)) failRequirement(`the token of a code flow to read (${era.name})`, read);
      },
      effort.isQuick ? "stateless" : undefined,
    );
  },
});

export const challengeNeeded = inferred("authorization.challenge-needed", {
  source: "OAuth 2.1, 4.1.2.1 and 7.6; MCP, Authorization, Authorization Code Protection",
  text: "A request of a public client without a code challenge, or with an empty one, brings no code.",
  check: async ({ mcp }) => {
    for (const flow of await flowsOfKind(mcp, "public")) {
      await bringsNoCode(flow, { what: "a request without a code challenge", change: withoutChallenge });
      await bringsNoCode(flow, {
        what: "a request with an empty code challenge",
        change: (parameters) => parameters.set("code_challenge", ""),
      });
    }
  },
});

export const challengeMethod = inferred("authorization.challenge-method", {
  source: "OAuth 2.1, 4.1.2.1; RFC 7636, 4.4.1",
  text: "A request of any client with a code challenge method that does not exist brings no code; a redirect with an error says `invalid_request`.",
  check: ofEachClient(async (flow) => {
    const led = await bringsNoCode(flow, {
      what: "a request with the method S512",
      change: (parameters) => parameters.set("code_challenge_method", "S512"),
    });
    const error = toldTo(led.target, "error");
    if (isAtClient(flow, led) && error !== undefined && error !== "invalid_request")
      failRedirect("the error invalid_request", led);
  }),
});

export const responseType = inferred("authorization.response-type", {
  source: "OAuth 2.1, 4.1.1 and 4.1.2",
  text: "A request of any client without a response type brings no code.",
  check: ofEachClient(async (flow) => {
    await bringsNoCode(flow, {
      what: "a request without response_type",
      change: (parameters) => parameters.delete("response_type"),
    });
  }),
});

export const repeatedParameter = inferred("authorization.repeated-parameter", {
  source: "OAuth 2.1, 3.1",
  text: "A request in which any parameter stands twice brings no code.",
  check: async (context) => {
    const { mcp, effort } = context;
    await ofEachClient(async (flow) => void (await bringsNoCode(flow, twice("state", "another"))))(context);
    for (const name of effort.isQuick ? [] : REPEATED) await bringsNoCode(await flowOf(mcp), twice(name));
  },
});

function twice(name: string, other?: string): AuthorizationOffence {
  return {
    what: `a request with two parameters ${name}`,
    change: (parameters) => parameters.append(name, other ?? parameters.get(name) ?? ""),
    served: ONE_OF_TWO,
  };
}

export const plainChallenge = advisory("authorization.plain-challenge", {
  source: "OAuth 2.1, 4.1.1 (drafts differ); MCP, Authorization, Authorization Code Protection",
  text: "A code challenge of the method `plain` brings no code if the server does not list that method.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    if (listOf(flow.server.document.content["code_challenge_methods_supported"]).includes("plain"))
      throw new InapplicableError("The server lists the method plain.");
    await bringsNoCode(flow, {
      what: "a request with the method plain",
      change: (parameters) => parameters.set("code_challenge_method", "plain"),
    });
  },
});

export const noImplicitGrant = inferred("authorization.no-implicit-grant", {
  source: "OAuth 2.1, 10.1",
  text: "The response types `token` and `code token` bring no client a token.",
  check: ofEachClient(async (flow, effort) => {
    await provenCode(flow);
    for (const type of effort.tried(["token", "code token"])) {
      const { parameters } = await validRequest(flow);
      parameters.set("response_type", type);
      const led = await authorizeClient(flow, parameters, { isProbe: true });
      if (toldTo(led.target, "access_token") !== undefined)
        failRedirect(`no token for the response type ${type}${ofClient(flow)}`, led);
    }
  }),
});

export const noPasswordGrant = inferred("authorization.no-password-grant", {
  source: "OAuth 2.1, 10",
  text: "The grant type `password` brings no client a token.",
  check: ofEachClient(async (flow) => {
    const form = { grant_type: "password", username: "conformance", password: "conformance" };
    await bringsNoTokens(flow, "a password", form);
  }),
});

/** `iss` is the issuer, if it is present or announced. */
function isOfTheServer({ server }: Flow, led: RedirectResult): void {
  const named = toldTo(led.target, "iss");
  const { authorization_response_iss_parameter_supported: flag = false } = server.document.content;
  if (named === undefined && flag !== true) return;
  if (flag === false)
    failRequirement(
      "authorization_response_iss_parameter_supported true in the metadata of a server that sends iss",
      led.answer,
      `iss ${named ?? ""}`,
    );
  if (named !== server.issuer)
    failRequirement(`iss ${server.issuer}`, led.answer, `iss ${named ?? "absent"}`);
}

const WRITING = [...TO_AUTHORIZE, readWriteToken, readTool, writeTool, scopeNames] as const;

export const askedScope = inferred("authorization.asked-scope", {
  needs: WRITING,
  source: "OAuth 2.1, 1.4.1 and 3.2.2.1",
  text: "Of a flow that asked for the read-only scope, the token writes nothing.",
  check: async ({ mcp, effort }) => {
    const tokens = await tokensFor(await flowOf(mcp), mcp.facts.scopes?.readOnly);
    await writesNothing(mcp, tokens, "a token that was asked for reading", effort);
  },
});

export const narrowerScope = inferred("authorization.narrower-scope", {
  needs: WRITING,
  source: "OAuth 2.1, 3.2.3",
  text: "If a token has less than the scope that was asked for, the answer names what it has.",
  check: async ({ mcp }) => {
    const { scopes } = mcp.facts;
    const tokens = await tokensFor(await flowOf(mcp), scopes?.readWrite);
    if (tokens.scope !== undefined && !covers(tokens.scope, scopes?.readWrite ?? "")) return;
    const era = await mcp.anyEra();
    await provenWrite(mcp, era);
    const caller = { name: "with the token of a code flow", token: tokens.accessToken };
    const { answer, tookEffect } = await attemptWrite(mcp, era, async (call) => callTool(era, call, caller));
    if (!tookEffect)
      failRequirement("a token of the scope that its answer names, or that was asked for", answer);
  },
});

export const refreshTokenIsNone = inferred("authorization.refresh-token-is-no-access-token", {
  needs: [...TO_AUTHORIZE, readTool],
  source: "OAuth 2.1, 1.3.2 and 5.2",
  text: "A refresh token does not open the MCP service: the answer is 401.",
  check: refusesRequests({
    offences: async (mcp) => [withToken("a refresh token", await refreshTokenOf(await flowOf(mcp)))],
    statuses: [401],
    atQuick: [inEra("stateless")],
  }),
});

export const refreshScope = inferred("authorization.refresh-scope", {
  needs: [...TO_AUTHORIZE, readWriteToken, readTool, writeTool],
  source: "OAuth 2.1, 4.3.1 and 4.3.2",
  text: "Refreshing does not widen the scope: a token that was read-only writes nothing afterwards.",
  check: async ({ mcp, effort }) => {
    const flow = await flowOf(mcp);
    if (mcp.facts.scopes === null) await isOfReader(mcp, (await tokensFor(flow)).accessToken);
    const scope = mcp.facts.scopes?.readWrite ?? (await scopesListed(mcp, flow));
    const { answer, used } = await refreshOfReader(mcp);
    const same = tokensIn(answer);
    if (same !== undefined)
      await writesNothing(mcp, same, "a token that was refreshed without a scope", effort, [
        "after a refresh",
      ]);
    const form = { ...refreshFormOf(flow, same?.refreshToken ?? used.refreshToken), scope };
    const wider = tokensIn(await askForTokens(flow, form, { isProbe: true }));
    if (wider !== undefined)
      await writesNothing(mcp, wider, "a token that was refreshed for more", effort, ["after a refresh"]);
  },
});

/** All scopes that the metadata lists. @throws {InapplicableError} if it lists none */
async function scopesListed(mcp: Mcp, { server }: Flow): Promise<string> {
  const documents = [(await resourceOf(mcp)).content, server.document.content];
  const listed = documents.flatMap((content) => listOf(content["scopes_supported"])).map(String);
  if (listed.length > 0) return [...new Set(listed)].join(" ");
  throw new InapplicableError("Neither the profile nor the metadata names scopes.");
}

/** @throws {InapplicableError} if the token writes: then the scope that a flow gets by default is not read-only */
async function isOfReader(mcp: Mcp, token: string): Promise<void> {
  const era = await mcp.anyEra();
  await provenWrite(mcp, era);
  const caller = { name: "with the token of a code flow", token };
  const { tookEffect } = await attemptWrite(mcp, era, async (call) => callTool(era, call, caller));
  if (tookEffect)
    throw new InapplicableError(
      "Without mcp.scopes a code flow brings a token that writes: no scope is wider.",
    );
}

const WIDENED = { what: "a token has more than the scope that was asked for", when: [] };

/** In a session of its own, since a service may bind a session to the user who opened it. */
async function writesNothing(
  mcp: Mcp,
  { accessToken }: Tokens,
  what: string,
  { isQuick }: Effort,
  when: readonly string[] = [],
): Promise<void> {
  const caller = { name: what, token: accessToken };
  await mcp.eachEra(
    async (era) => {
      await provenScope(mcp, era);
      const attempted = await attemptForbiddenWrite(mcp, era, caller);
      hasNoEffect(attempted, `a write with ${what} (${era.name})`, WIDENED, ...when);
    },
    isQuick ? "stateless" : undefined,
  );
}

function covers(scope: string, asked: string): boolean {
  const given = scope.split(" ");
  return asked.split(" ").every((one) => given.includes(one));
}
