import type { McpMeans } from "../../../lib/mcp/means.ts";
import { failRedirect, withoutCode } from "../../../lib/mcp/oauth/authorize.ts";
import type { Tokens } from "../../../lib/mcp/oauth/exchange.ts";
import { setParameters } from "../../../lib/mcp/oauth/parameters.ts";
import { failRequirement, throwInapplicable } from "../../../lib/mcp/refusals/fails.ts";
import { withToken } from "../../../lib/mcp/refusals/offences.ts";
import { refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { hasNoEffect } from "../../../lib/mcp/refusals/shared-writes.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { listOf } from "../../../lib/mcp/wire/rpc.ts";
import * as needs from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred } = chapterOf(GROUNDS.authorizationServer, needs.TO_AUTHORIZE);
const READING = [...needs.TO_AUTHORIZE, needs.readTool];
const WRITING = [...READING, needs.readWriteToken, needs.writeTool];
const FLAG = "authorization_response_iss_parameter_supported";

export const codeFlow = inferred("authorization.code-flow", {
  needs: READING,
  source: "OAuth 2.1, 4.1; RFC 8707, 2; RFC 9207, 2 and 2.3; MCP, Authorization, Authorization Flow Steps",
  text: "A code flow with S256 and the address of the MCP service as resource brings a token that reads. It leads to the redirect URI with its query; the state comes back unchanged, the challenge does not, and `iss`, if present, names the server and is announced in its metadata.",
  check: async ({ mcp, client, eachEra }) => {
    const flow = await client();
    const led = await flow.authorizeClient();
    const { told, target, parameters } = led;
    const code = told("code") ?? withoutCode(flow, led);
    if (target?.searchParams.has("code") !== true) failRedirect("the code in the query", led);
    if (told("state") !== parameters.get("state")) failRedirect("the state unchanged", led);
    if (!led.isAtClient) failRedirect(`a redirect to ${flow.client.redirectUri}`, led);
    if (target.href.includes(parameters.get("code_challenge") ?? "no challenge"))
      failRedirect("no code challenge in the answer", led);
    const { [FLAG]: flag = false } = flow.server.document.content;
    const iss = told("iss");
    if (iss !== undefined && flag === false)
      failRequirement(`${FLAG} true in the metadata of a server that sends iss`, led.answer, `iss ${iss}`);
    if ((iss !== undefined || flag === true) && iss !== flow.server.issuer)
      failRequirement(`iss ${flow.server.issuer}`, led.answer, `iss ${iss ?? "absent"}`);
    const answer = await flow.redeemCode({ code, verifier: led.verifier });
    const tokens = answer.tokens ?? failRequirement("an access token for a code", answer);
    flow.keepTokens(tokens, mcp.facts.scopes?.readOnly);
    await eachEra(async ({ era, readAlone }) => {
      const read = await readAlone(ofFlow(tokens), { isProbe: false });
      if (!mcp.succeeds(read)) failRequirement(`the token of a code flow to read (${era.name})`, read);
    }, "stateless");
  },
});

export const askedScope = inferred("authorization.asked-scope", {
  needs: [...WRITING, needs.scopeNames],
  source: "OAuth 2.1, 1.4.1 and 3.2.2.1",
  text: "Of a flow that asked for the read-only scope, the token writes nothing.",
  check: async (means) => {
    const flow = await means.client();
    const tokens = await flow.tokensFor(means.mcp.facts.scopes?.readOnly);
    await writesNothing(means, tokens, "a token that was asked for reading");
  },
});

export const narrowerScope = inferred("authorization.narrower-scope", {
  needs: [...WRITING, needs.scopeNames],
  source: "OAuth 2.1, 3.2.3",
  text: "If a token has less than the scope that was asked for, the answer names what it has.",
  check: async ({ mcp, client, anyEra }) => {
    const asked = mcp.facts.scopes?.readWrite ?? "";
    const tokens = await (await client()).tokensFor(asked);
    const given = tokens.scope?.split(" ");
    if (given !== undefined && !asked.split(" ").every((one) => given.includes(one))) return;
    const service = await anyEra();
    await service.provenWrite();
    const { answer, tookEffect } = await service.attemptWriteAs(ofFlow(tokens));
    if (!tookEffect)
      failRequirement("a token of the scope that its answer names, or that was asked for", answer);
  },
});

export const refreshTokenIsNone = inferred("authorization.refresh-token-is-no-access-token", {
  needs: READING,
  source: "OAuth 2.1, 1.3.2 and 5.2",
  text: "A refresh token does not open the MCP service: the answer is 401.",
  check: async (means) => {
    const token = await (await means.client()).refreshTokenOf();
    const offences = [withToken("a refresh token", token)];
    await refusesRequests({ offences, statuses: [401], eraAtQuick: "stateless" })(means);
  },
});

export const refreshScope = inferred("authorization.refresh-scope", {
  needs: WRITING,
  source: "OAuth 2.1, 4.3.1 and 4.3.2",
  text: "Refreshing does not widen the scope: a token that was read-only writes nothing afterwards.",
  check: async (means) => {
    const { scopes } = means.mcp.facts;
    const flow = await means.client();
    if (scopes === null) await isOfReader(means, await flow.tokensFor());
    const scope = scopes?.readWrite ?? (await scopesListed(means, flow.server.document.content));
    const { answer, used } = await means.refreshOfReader();
    const when = "after a refresh";
    const { tokens } = answer;
    if (tokens !== undefined)
      await writesNothing(means, tokens, "a token that was refreshed without a scope", when);
    const probe = { change: setParameters({ scope }), isProbe: true } as const;
    const wider = await flow.refreshTokens(tokens?.refreshToken ?? used.refreshToken, probe);
    if (wider.tokens !== undefined)
      await writesNothing(means, wider.tokens, "a token that was refreshed for more", when);
  },
});

/** All scopes that the metadata lists. @throws {InapplicableError} if it lists none */
async function scopesListed({ resourceOf }: McpMeans, server: Readonly<Record<string, unknown>>) {
  const documents = [(await resourceOf()).content, server];
  const listed = documents.flatMap((content) => listOf(content["scopes_supported"])).map(String);
  if (listed.length > 0) return [...new Set(listed)].join(" ");
  return throwInapplicable("Neither the profile nor the metadata names scopes.");
}

/** @throws {InapplicableError} if the token writes: then the scope that a flow gets by default is not read-only */
async function isOfReader({ anyEra }: McpMeans, tokens: Tokens): Promise<void> {
  const service = await anyEra();
  await service.provenWrite();
  if ((await service.attemptWriteAs(ofFlow(tokens))).tookEffect)
    return throwInapplicable("Without mcp.scopes a code flow brings a token that writes: no scope is wider.");
}

function ofFlow({ accessToken }: Tokens) {
  return { name: "with the token of a code flow", token: accessToken };
}

const WIDENED = { what: "a token has more than the scope that was asked for", when: [] };

/** In a session of its own, since a service may bind a session to the user who opened it. */
async function writesNothing(
  { eachEra }: Pick<McpMeans, "eachEra">,
  { accessToken }: Tokens,
  what: string,
  ...when: readonly string[]
): Promise<void> {
  await eachEra(async (service) => {
    await service.provenScope();
    const attempted = await service.attemptForbiddenWrite({ name: what, token: accessToken });
    hasNoEffect(attempted, `a write with ${what} (${service.era.name})`, WIDENED, ...when);
  }, "stateless");
}
