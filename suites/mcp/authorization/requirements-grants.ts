import { withoutChallenge } from "../../../lib/mcp/oauth/parameters.ts";
import { brokeNoRule, keepsRedemptionRule } from "../../../lib/mcp/oauth/redemptions.ts";
import { failRequirement, throwInconclusive, isStatus } from "../../../lib/mcp/refusals/fails.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { headersOf, type McpAnswer } from "../../../lib/mcp/wire/mcp-request.ts";
import { isJson, memberOf, parseJson } from "../../../lib/mcp/wire/rpc.ts";
import * as needs from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.authorizationServer, needs.TO_AUTHORIZE);
const CODES = "OAuth 2.1, 4.1.3 and 4.1.4";
const REFRESHING = "OAuth 2.1, 4.3.1 and 4.3.2";

export const verifier = inferred("authorization.verifier", {
  source: `${CODES}; RFC 7636, 4.6`,
  text: "A code of any client brings no token with a wrong verifier, without one, or with the challenge in its place; nor does a verifier if there was no challenge.",
  check: async (means) => {
    await keepsRedemptionRule("verifier", "codes")(means);
    for (const flow of means.effort.isQuick ? [] : await means.clientsFor("each")) {
      if (flow.client.secret === null) continue;
      const led = await flow.authorizeClient({ change: withoutChallenge, isProbe: true });
      const code = led.told("code");
      if (code === undefined) continue;
      const answer = await flow.redeemCode({ code, verifier: led.verifier }, { isProbe: true });
      if (answer.tokens !== undefined)
        failRequirement(`no token for a verifier without a challenge${flow.note}`, answer);
    }
  },
});

export const codeOnce = inferred("authorization.code-once", {
  source: CODES,
  text: "A code of any client brings a token once, and none in other letter case.",
  check: async ({ eachClient, effort, client }) => {
    await eachClient(async (flow) => {
      const codes = await flow.codesRedeemed(effort.isQuick);
      if (codes.second.tokens !== undefined)
        failRequirement(`no token for a code that was used${flow.note}`, codes.second);
      brokeNoRule(codes, "altered");
    });
    const answers = effort.isQuick ? [] : await (await client()).redeemTogether();
    const [, second] = answers.filter(({ tokens }) => tokens !== undefined);
    if (second !== undefined)
      failRequirement("tokens once for a code that is used twice at the same time", second);
  },
});

export const codeRevokes = advisory("authorization.code-revokes", {
  needs: [...needs.TO_AUTHORIZE, needs.readTool],
  source: CODES,
  text: "The second use of a code revokes what the first one brought.",
  check: async ({ mcp, effort, client, anyEra }) => {
    const { first, second } = await (await client()).codesRedeemed(effort.isQuick);
    if (second.tokens !== undefined) throwInconclusive("Cannot be judged while a code brings a token twice.");
    const { provenGuard, readAlone } = await anyEra();
    await provenGuard();
    const caller = { name: "with a token whose code was used twice", token: first.tokens?.accessToken };
    const answer = await readAlone(caller, { isProbe: true });
    if (mcp.succeeds(answer)) failRequirement("the token of a replayed code to be revoked", answer);
  },
});

export const tokenAnswer = inferred("authorization.token-answer", {
  source: "OAuth 2.1, 3.2.3; RFC 6749, A.12 and A.17",
  text: "Tokens are answered 200, as application/json, with `token_type` Bearer and Cache-Control no-store, for a code and for a refresh token, to each client. They are printable ASCII.",
  check: async ({ eachClient, effort, tokenAnswers }) => {
    const refreshing = eachClient(async (flow) => void (await flow.refreshesOf(effort.isQuick)));
    await Promise.allSettled([refreshing]);
    for (const { tokens, ...answer } of tokenAnswers()) {
      if (tokens === undefined) continue;
      isStatus(answer, [200], "an answer with tokens");
      if (!isJson(answer)) failRequirement("Content-Type application/json", answer, headersText(answer));
      const type = memberOf(parseJson(answer.text), "token_type");
      if (String(type).toLowerCase() !== "bearer")
        failRequirement("token_type Bearer", answer, `token_type ${JSON.stringify(type)}`);
      const [caching = ""] = headersOf(answer, "cache-control");
      if (!/\bno-store\b/i.test(caching))
        failRequirement("Cache-Control no-store", answer, headersText(answer));
      if (!/^[\x20-\x7e]+$/.test(`${tokens.accessToken}${tokens.refreshToken ?? ""}`))
        failRequirement("tokens of printable ASCII", answer);
    }
    await refreshing;
  },
});

export const tokenError = inferred("authorization.token-error", {
  source: "OAuth 2.1, 3.2.4",
  text: "A request for tokens that is refused is answered 400 or 401, with a JSON object that has `error`.",
  check: async ({ unknownCode }) => {
    const answer = await unknownCode();
    isStatus(answer, [400, 401], "a code that does not exist");
    if (!isJson(answer) || typeof memberOf(parseJson(answer.text), "error") !== "string")
      failRequirement("a JSON object with error", answer);
  },
});

export const refreshRotates = inferred("authorization.refresh-rotates", {
  source: REFRESHING,
  text: "The refresh token of a public client is of use once: refreshing brings another one, and the old one is dead.",
  check: async ({ clientsFor, effort }) => {
    for (const flow of await clientsFor("public")) {
      const { first, second } = await flow.refreshTokensRedeemed(effort.isQuick);
      const old = new URLSearchParams(first.request.body).get("refresh_token");
      if (first.tokens?.refreshToken === old)
        failRequirement("another refresh token", first, "The same refresh token came back.");
      if (second.tokens !== undefined) failRequirement("no token for a refresh token that was used", second);
    }
  },
});

export const alteredRefresh = inferred("authorization.altered-refresh-token", {
  source: "OAuth 2.1, 4.3",
  text: "A refresh token that was cut, extended or changed, or an access token in its place, brings no token.",
  check: keepsRedemptionRule("altered", "refresh tokens"),
});

export const codeOfAnother = inferred("authorization.code-of-another-client", {
  needs: [...needs.TO_AUTHORIZE, needs.otherOauthClient],
  source: "OAuth 2.1, 4.1.3 and 4.3.1",
  text: "Another client gets no tokens for a code or a refresh token.",
  check: async (means) => {
    await (await means.otherClient()).provenTokens();
    await keepsRedemptionRule("another client")(means);
  },
});

export const wrongSecret = inferred("authorization.wrong-secret", {
  source: "OAuth 2.1, 2.4, 3.2.4 and 4.3.1",
  text: "A confidential client gets no token for a code or a refresh token without its secret, or with a wrong or a cut one; if it came in an Authorization header, the answer is 401 with a challenge.",
  check: async (means) => {
    const flows = await means.clientsFor("confidential");
    await keepsRedemptionRule("secret")(means);
    for (const flow of flows) {
      const { wrong } = await flow.codesRedeemed(means.effort.isQuick);
      const first = wrong.find(({ rule, answer }) => rule === "secret" && isByHeader(answer))?.answer;
      if (first === undefined) continue;
      isStatus(first, [401], "a wrong secret in the Authorization header");
      if (headersOf(first, "www-authenticate").length === 0)
        failRequirement("WWW-Authenticate", first, headersText(first));
    }
  },
});

function isByHeader({ request }: McpAnswer): boolean {
  return headersOf(request, "authorization").length > 0;
}

function headersText({ status, headers }: McpAnswer): string {
  const shown = headers.filter(([name]) => /^(content-type|cache-control|www-authenticate)$/i.test(name));
  return `HTTP ${status}, ${shown.map((pair) => pair.join(": ")).join(", ") || "none of these headers"}`;
}
