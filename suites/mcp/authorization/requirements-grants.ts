import { chapterOf, GROUNDS } from "../../../lib/mcp/service/requirement.ts";
import { InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import { headersOf, type McpAnswer } from "../../../lib/mcp/wire/mcp-request.ts";
import { isJson } from "../../../lib/mcp/discovery/discovery.ts";
import { memberOf, parseJson } from "../../../lib/mcp/wire/rpc.ts";
import { authorizeClient, toldTo, validRequest, withoutChallenge } from "../../../lib/mcp/oauth/authorize.ts";
import {
  brokeNoRule,
  codesRedeemed,
  keepsRedemptionRule,
  refreshesOf,
  refreshTokensRedeemed,
} from "../../../lib/mcp/oauth/redemptions.ts";
import { eachClient, flowsOfKind, ofClient } from "../../../lib/mcp/oauth/clients.ts";
import { askForTokens, formOf, grantedTokenRequests, tokensIn } from "../../../lib/mcp/oauth/exchange.ts";
import { provenTokens, redeemTogether, unknownCode } from "../../../lib/mcp/oauth/spare-tokens.ts";
import { type Flow, flowOf } from "../../../lib/mcp/oauth/flow.ts";
import { failRequirement, isStatus } from "../../../lib/mcp/refusals/fails.ts";
import { provenGuard } from "../../../lib/mcp/refusals/prove-once.ts";
import { readAlone } from "../../../lib/mcp/service/read-alone.ts";
import { TO_AUTHORIZE } from "../../../lib/profile/needs/mcp-needs.ts";
import { otherOauthClient, readTool } from "../../../lib/profile/needs/needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.authorizationServer, TO_AUTHORIZE);
const CODES = "OAuth 2.1, 4.1.3 and 4.1.4";
const REFRESHING = "OAuth 2.1, 4.3.1 and 4.3.2";

export const verifier = inferred("authorization.verifier", {
  source: `${CODES}; RFC 7636, 4.6`,
  text: "A code of any client brings no token with a wrong verifier, without one, or with the challenge in its place; nor does a verifier if there was no challenge.",
  check: async (context) => {
    await keepsRedemptionRule("verifier", "codes")(context);
    if (context.effort.isQuick) return;
    await eachClient(context.mcp, async (flow) => {
      if (flow.client.secret !== null) await needsNoVerifier(flow);
    });
  },
});

export const codeOnce = inferred("authorization.code-once", {
  source: CODES,
  text: "A code of any client brings a token once, and none in other letter case.",
  check: async ({ mcp, effort }) => {
    await eachClient(mcp, async (flow) => {
      const codes = await codesRedeemed(flow, effort.isQuick);
      if (tokensIn(codes.second) !== undefined)
        failRequirement(`no token for a code that was used${ofClient(flow)}`, codes.second);
      brokeNoRule(codes, "altered");
    });
    if (effort.isQuick) return;
    const granted = (await redeemTogether(await flowOf(mcp))).filter(
      (answer) => tokensIn(answer) !== undefined,
    );
    if (granted[1] !== undefined)
      failRequirement("tokens once for a code that is used twice at the same time", granted[1]);
  },
});

export const codeRevokes = advisory("authorization.code-revokes", {
  needs: [...TO_AUTHORIZE, readTool],
  source: CODES,
  text: "The second use of a code revokes what the first one brought.",
  check: async ({ mcp, effort }) => {
    const { first, second } = await codesRedeemed(await flowOf(mcp), effort.isQuick);
    if (tokensIn(second) !== undefined)
      throw new InconclusiveError("Cannot be judged while a code brings a token twice.");
    const era = await mcp.anyEra();
    await provenGuard(mcp, era);
    const caller = {
      name: "with a token whose code was used twice",
      token: tokensIn(first)?.accessToken,
    };
    const answer = await readAlone(mcp, era, caller, { isProbe: true });
    if (mcp.succeeds(answer)) failRequirement("the token of a replayed code to be revoked", answer);
  },
});

export const tokenAnswer = inferred("authorization.token-answer", {
  source: "OAuth 2.1, 3.2.3; RFC 6749, A.12 and A.17",
  text: "Tokens are answered 200, as application/json, with `token_type` Bearer and Cache-Control no-store, for a code and for a refresh token, to each client. They are printable ASCII.",
  check: async ({ mcp, effort }) => {
    const refreshing = eachClient(mcp, async (flow) => void (await refreshesOf(flow, effort)));
    await Promise.allSettled([refreshing]);
    for (const answer of grantedTokenRequests(mcp)) isTokenAnswer(answer);
    await refreshing;
  },
});

/** @throws {Violation} */
function isTokenAnswer(answer: McpAnswer): void {
  isStatus(answer, [200], "an answer with tokens");
  if (!isJson(answer)) failRequirement("Content-Type application/json", answer, headersText(answer));
  const type = memberOf(parseJson(answer.text), "token_type");
  if (typeof type !== "string" || type.toLowerCase() !== "bearer")
    failRequirement("token_type Bearer", answer, `token_type ${JSON.stringify(type)}`);
  const [caching = ""] = headersOf(answer, "cache-control");
  if (!/\bno-store\b/i.test(caching)) failRequirement("Cache-Control no-store", answer, headersText(answer));
  const { accessToken, refreshToken = accessToken } = tokensIn(answer) ?? { accessToken: "" };
  if (![accessToken, refreshToken].every((token) => /^[\x20-\x7e]+$/.test(token)))
    failRequirement("tokens of printable ASCII", answer);
}

export const tokenError = inferred("authorization.token-error", {
  source: "OAuth 2.1, 3.2.4",
  text: "A request for tokens that is refused is answered 400 or 401, with a JSON object that has `error`.",
  check: async ({ mcp }) => {
    const answer = await unknownCode(mcp);
    isStatus(answer, [400, 401], "a code that does not exist");
    if (!isJson(answer) || typeof memberOf(parseJson(answer.text), "error") !== "string")
      failRequirement("a JSON object with error", answer);
  },
});

export const refreshRotates = inferred("authorization.refresh-rotates", {
  source: REFRESHING,
  text: "The refresh token of a public client is of use once: refreshing brings another one, and the old one is dead.",
  check: async ({ mcp, effort }) => {
    for (const flow of await flowsOfKind(mcp, "public")) {
      const { first, second } = await refreshTokensRedeemed(flow, effort.isQuick);
      const { refresh_token: old } = Object.fromEntries(new URLSearchParams(first.request.body));
      if (tokensIn(first)?.refreshToken === old)
        failRequirement("another refresh token", first, "The same refresh token came back.");
      if (tokensIn(second) !== undefined)
        failRequirement("no token for a refresh token that was used", second);
    }
  },
});

export const alteredRefresh = inferred("authorization.altered-refresh-token", {
  source: "OAuth 2.1, 4.3",
  text: "A refresh token that was cut or extended brings no token.",
  check: keepsRedemptionRule("altered", "refresh tokens"),
});

export const codeOfAnother = inferred("authorization.code-of-another-client", {
  needs: [...TO_AUTHORIZE, otherOauthClient],
  source: "OAuth 2.1, 4.1.3 and 4.3.1",
  text: "Another client gets no tokens for a code or a refresh token.",
  check: async (context) => {
    const { mcp } = context;
    await provenTokens(await flowOf(mcp, mcp.facts.otherClient));
    await keepsRedemptionRule("another client")(context);
  },
});

export const wrongSecret = inferred("authorization.wrong-secret", {
  source: "OAuth 2.1, 2.4, 3.2.4 and 4.3.1",
  text: "A confidential client gets no token for a code or a refresh token without its secret, or with a wrong or a cut one; if it came in an Authorization header, the answer is 401 with a challenge.",
  check: async (context) => {
    const flows = await flowsOfKind(context.mcp, "confidential");
    await keepsRedemptionRule("secret")(context);
    for (const flow of flows) {
      const { wrong } = await codesRedeemed(flow, context.effort.isQuick);
      const first = wrong.find(({ rule, answer }) => rule === "secret" && isByHeader(answer));
      if (first !== undefined) isChallenged(first.answer);
    }
  },
});

/** @throws {Violation} */
function isChallenged(answer: McpAnswer): void {
  isStatus(answer, [401], "a wrong secret in the Authorization header");
  if (headersOf(answer, "www-authenticate").length === 0)
    failRequirement("WWW-Authenticate", answer, headersText(answer));
}

function isByHeader({ request }: McpAnswer): boolean {
  return headersOf(request, "authorization").length > 0;
}

/** A code without a challenge, if the server gives one to this client, and a verifier for it. @throws {Violation} */
async function needsNoVerifier(flow: Flow): Promise<void> {
  const { parameters, verifier: known } = await validRequest(flow);
  withoutChallenge(parameters);
  const code = toldTo((await authorizeClient(flow, parameters, { isProbe: true })).target, "code");
  if (code === undefined) return;
  const answer = await askForTokens(flow, formOf(flow, code, known), { isProbe: true });
  if (tokensIn(answer) !== undefined)
    failRequirement(`no token for a verifier without a challenge${ofClient(flow)}`, answer);
}

function headersText({ status, headers }: McpAnswer): string {
  const shown = headers.filter(([name]) => /^(content-type|cache-control|www-authenticate)$/i.test(name));
  return `HTTP ${status}, ${shown.map((pair) => pair.join(": ")).join(", ") || "none of these headers"}`;
}
