import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import type { Effort } from "../../../lib/engine/effort.ts";
import type { Mcp } from "../../../lib/mcp/mcp.ts";
import { askForTokens, refreshFormOf, type Tokens, tokensIn } from "../../../lib/mcp/oauth/exchange.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { resourceOf } from "../../../lib/mcp/discovery.ts";
import { listOf } from "../../../lib/mcp/metadata.ts";
import { type Flow, flowOf } from "../../../lib/mcp/oauth/flow.ts";
import { refreshOfReader, refreshTokenOf, tokensFor } from "../../../lib/mcp/oauth/spare-tokens.ts";
import { failRequirement } from "../../../lib/mcp/oracles/fails.ts";
import { provenScope, provenWrite } from "../../../lib/mcp/oracles/prove-once.ts";
import { inEra, refusesRequests } from "../../../lib/mcp/refusals.ts";
import { withToken } from "../../../lib/mcp/doors.ts";
import { attemptForbiddenWrite, attemptWrite, callTool } from "../../../lib/mcp/tools.ts";
import { TO_AUTHORIZE } from "../../../lib/profile/mcp-needs.ts";
import { readTool, readWriteToken, scopeNames, writeTool } from "../../../lib/profile/needs.ts";

const { inferred } = chapterOf(GROUNDS.authorizationServer, TO_AUTHORIZE);
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

/** In a session of its own, since a service may bind a session to the user who opened it. */
async function writesNothing(
  mcp: Mcp,
  { accessToken }: Tokens,
  what: string,
  { isQuick }: Effort,
  when: readonly string[] = [],
): Promise<void> {
  const widened = { what: "a token has more than the scope that was asked for", when };
  const caller = { name: what, token: accessToken };
  await mcp.eachEra(
    async (era) => {
      await provenScope(mcp, era);
      const { reading, tookEffect } = await attemptForbiddenWrite(mcp, era, caller);
      if (tookEffect)
        failRequirement(`a write with ${what} to have no effect (${era.name})`, reading, undefined, widened);
    },
    isQuick ? "stateless" : undefined,
  );
}

function covers(scope: string, asked: string): boolean {
  const given = scope.split(" ");
  return asked.split(" ").every((one) => given.includes(one));
}
