import { advisory, inferred } from "../../../lib/mcp/requirement.ts";
import { InconclusiveError } from "../../../lib/engine/verdict.ts";
import {
  askForTokens,
  newTokens,
  refreshableTokens,
  refreshFormOf,
  tokensIn,
} from "../../../lib/mcp/oauth/exchange.ts";
import { provenTokens } from "../../../lib/mcp/oauth/proven-tokens.ts";
import { flowOf } from "../../../lib/mcp/oauth/flow.ts";
import { revokeToken } from "../../../lib/mcp/oauth/revocation.ts";
import { keepTokens, takeTokens, withRefreshable } from "../../../lib/mcp/oauth/spare-tokens.ts";
import { NO_REFRESH } from "../../../lib/mcp/oracles/deviations.ts";
import { failRequirement } from "../../../lib/mcp/oracles/fails.ts";
import { provenGuard } from "../../../lib/mcp/oracles/prove-once.ts";
import { isStatus } from "../../../lib/mcp/oracles/status.ts";
import { readAlone } from "../../../lib/mcp/read-alone.ts";
import { TO_AUTHORIZE } from "../../../lib/profile/mcp-needs.ts";
import { otherOauthClient, readTool } from "../../../lib/profile/needs.ts";
import { CODE_FLOW, OF_AUTHORIZATION_SERVERS } from "./grounds.ts";

const ROW = { ...CODE_FLOW, because: OF_AUTHORIZATION_SERVERS } as const;

export const revocationOfAnother = inferred("authorization.revocation-of-another-client", {
  ...ROW,
  needs: [...TO_AUTHORIZE, otherOauthClient],
  source: "RFC 7009, 2.1",
  text: "A client cannot revoke the tokens of another one.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const other = await flowOf(mcp, mcp.facts.otherClient);
    await provenTokens(other);
    const { answer } = await withRefreshable(flow, undefined, async ({ refreshToken }) => {
      await revokeToken(flow, refreshToken, { as: other.client });
      return askForTokens(flow, refreshFormOf(flow, refreshToken));
    });
    const tokens =
      tokensIn(answer) ??
      failRequirement(
        "a refresh token to be of use after another client has tried to revoke it",
        answer,
        undefined,
        { ...NO_REFRESH, when: ["after another client has tried to revoke it"] },
      );
    keepTokens(flow, tokens);
  },
});

export const revokedAccess = advisory("authorization.revoked-access-token", {
  ...CODE_FLOW,
  needs: [...TO_AUTHORIZE, readTool],
  source: "RFC 7009, 2 and 2.1",
  text: "An access token that was revoked opens nothing any more.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const { accessToken } = takeTokens(flow) ?? (await newTokens(flow));
    const revoked = await revokeToken(flow, accessToken);
    if (revoked.status !== 200) throw new InconclusiveError("The server does not revoke access tokens.");
    const era = await mcp.anyEra();
    await provenGuard(mcp, era);
    const caller = { name: "with a token that was revoked", token: accessToken };
    const answer = await readAlone(mcp, era, caller, { isProbe: true });
    if (mcp.succeeds(answer)) failRequirement("nothing for a token that was revoked", answer);
  },
});

export const revokedRefresh = inferred("authorization.revoked-refresh-token", {
  ...ROW,
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
  ...ROW,
  source: "RFC 7009, 2.1 and 2.2",
  text: "The revocation of a token that there is not is answered 200, also with a hint that the server does not know.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const answer = await revokeToken(flow, "conformance-no-such-token", { hint: "conformance" });
    isStatus(answer, [200], "the revocation of a token that there is not");
  },
});
