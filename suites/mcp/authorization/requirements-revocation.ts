import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/verdict.ts";
import {
  askForTokens,
  newTokens,
  refreshableTokens,
  refreshFormOf,
  revokeToken,
  tokensIn,
} from "../../../lib/mcp/oauth/exchange.ts";
import {
  keepTokens,
  provenTokens,
  takeTokens,
  withRefreshable,
} from "../../../lib/mcp/oauth/spare-tokens.ts";
import { type Client, type Flow, flowOf } from "../../../lib/mcp/oauth/flow.ts";
import { failRequirement, isStatus, NO_REFRESH } from "../../../lib/mcp/oracles/fails.ts";
import { provenGuard } from "../../../lib/mcp/oracles/prove-once.ts";
import { describeMcpAnswer } from "../../../lib/mcp/shown-answer.ts";
import { flowsOfKind, ofClient } from "../../../lib/mcp/oauth/clients.ts";
import { memberOf, parseJson } from "../../../lib/mcp/rpc.ts";
import { readAlone } from "../../../lib/mcp/read-alone.ts";
import { TO_AUTHORIZE } from "../../../lib/profile/mcp-needs.ts";
import { otherOauthClient, readTool } from "../../../lib/profile/needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.authorizationServer, TO_AUTHORIZE);
export const revocationOfAnother = inferred("authorization.revocation-of-another-client", {
  needs: [...TO_AUTHORIZE, otherOauthClient],
  source: "RFC 7009, 2.1",
  text: "A client cannot revoke the tokens of another one.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const other = await flowOf(mcp, mcp.facts.otherClient);
    await provenTokens(other);
    await cannotRevoke(flow, other.client, "after another client has tried to revoke it");
  },
});

export const revocationWithWrongSecret = inferred("authorization.revocation-wrong-secret", {
  source: "RFC 7009, 2.1",
  text: "The tokens of a confidential client cannot be revoked with a wrong secret.",
  check: async ({ mcp }) => {
    const flows = await flowsOfKind(mcp, "confidential");
    if (flows.length === 0) throw new InapplicableError("No client of the profile has a secret.");
    for (const flow of flows) {
      const stranger = { ...flow.client, secret: "conformance-wrong-secret" };
      await cannotRevoke(flow, stranger, `after a revocation with a wrong secret${ofClient(flow)}`);
    }
  },
});

/** @throws {Violation} if this client has revoked a refresh token of the flow */
async function cannotRevoke(flow: Flow, client: Client, when: string): Promise<void> {
  const { answer } = await withRefreshable(flow, undefined, async ({ refreshToken }) => {
    await revokeToken(flow, refreshToken, { as: client });
    return askForTokens(flow, refreshFormOf(flow, refreshToken));
  });
  const tokens =
    tokensIn(answer) ??
    failRequirement(`a refresh token to be of use ${when}`, answer, undefined, {
      ...NO_REFRESH,
      when: [when],
    });
  keepTokens(flow, tokens);
}

export const revokedAccess = advisory("authorization.revoked-access-token", {
  needs: [...TO_AUTHORIZE, readTool],
  source: "RFC 7009, 2 and 2.1",
  text: "An access token that was revoked opens nothing any more.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const { accessToken } = takeTokens(flow) ?? (await newTokens(flow));
    const revoked = await revokeToken(flow, accessToken);
    if (memberOf(parseJson(revoked.text), "error") === "unsupported_token_type")
      throw new InapplicableError("The server does not revoke access tokens.");
    if (revoked.status !== 200)
      throw new InconclusiveError(`The revocation was answered ${describeMcpAnswer(revoked)}.`);
    const era = await mcp.anyEra();
    await provenGuard(mcp, era);
    const caller = { name: "with a token that was revoked", token: accessToken };
    const answer = await readAlone(mcp, era, caller, { isProbe: true });
    if (mcp.succeeds(answer)) failRequirement("nothing for a token that was revoked", answer);
  },
});

export const revokedRefresh = inferred("authorization.revoked-refresh-token", {
  source: "RFC 7009, 2 and 2.1",
  text: "A server with a revocation endpoint revokes refresh tokens: the answer is 200, and the token brings nothing any more.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const { refreshToken } = takeTokens(flow) ?? (await refreshableTokens(flow));
    isStatus(await revokeToken(flow, refreshToken), [200], "the revocation of a refresh token");
    const answer = await askForTokens(flow, refreshFormOf(flow, refreshToken), { isProbe: true });
    if (tokensIn(answer) !== undefined)
      failRequirement("no token for a refresh token that was revoked", answer);
  },
});

export const revokedNothing = inferred("authorization.revocation-of-nothing", {
  source: "RFC 7009, 2.1 and 2.2",
  text: "The revocation of a token that does not exist is answered 200, also with a hint that the server does not know.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const answer = await revokeToken(flow, "conformance-no-such-token", { hint: "conformance" });
    isStatus(answer, [200], "the revocation of a token that does not exist");
  },
});
