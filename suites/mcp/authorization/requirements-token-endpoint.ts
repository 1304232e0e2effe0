import type { Client } from "../../../lib/mcp/oauth/flow.ts";
import type { OauthClient } from "../../../lib/mcp/means.ts";
import type { TokenAnswer } from "../../../lib/mcp/oauth/exchange.ts";
import { refusesTokens, wrongParameters } from "../../../lib/mcp/oauth/refused-requests.ts";
import { brokeNoRule, keepsRedemptionRule } from "../../../lib/mcp/oauth/redemptions.ts";
import {
  assertServed,
  failRequirement,
  throwInapplicable,
  isStatus,
  NO_REFRESH,
} from "../../../lib/mcp/refusals/fails.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { memberOf, parseJson } from "../../../lib/mcp/wire/rpc.ts";
import { countsUp } from "../../../lib/mcp/wire/counts-up.ts";
import * as needs from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.authorizationServer, needs.TO_AUTHORIZE);
const READING = [...needs.TO_AUTHORIZE, needs.readTool];
const PASSWORD = { grant_type: "password", username: "conformance", password: "conformance" };
/** Fewer characters cannot hold 128 random bits. */
const LEAST_CHARS = 20;
const PRINTABLE = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

export const revocationOfAnother = inferred("authorization.revocation-of-another-client", {
  needs: [...needs.TO_AUTHORIZE, needs.otherOauthClient],
  source: "RFC 7009, 2.1",
  text: "A client cannot revoke the tokens of another one.",
  check: async ({ client, otherClient }) => {
    const flow = await client();
    const other = await otherClient();
    await other.provenTokens();
    await cannotRevoke(flow, other.client, "after another client has tried to revoke it");
  },
});

export const revocationWithWrongSecret = inferred("authorization.revocation-wrong-secret", {
  source: "RFC 7009, 2.1",
  text: "The tokens of a confidential client cannot be revoked with a wrong secret.",
  check: async ({ clientsFor }) => {
    for (const flow of await clientsFor("confidential")) {
      const stranger = { ...flow.client, secret: "conformance-wrong-secret" };
      await cannotRevoke(flow, stranger, `after a revocation with a wrong secret${flow.note}`);
    }
  },
});

/** @throws {Violation} if this client has revoked a refresh token of the flow */
async function cannotRevoke(flow: OauthClient, client: Client, when: string): Promise<void> {
  const { answer } = await flow.withRefreshable(undefined, async ({ refreshToken }) => {
    await flow.revokeToken(refreshToken, { as: client });
    return flow.refreshTokens(refreshToken);
  });
  const dead = { ...NO_REFRESH, when: [when] };
  flow.keepTokens(
    answer.tokens ?? failRequirement(`a refresh token to be of use ${when}`, answer, undefined, dead),
  );
}

export const revokedAccess = advisory("authorization.revoked-access-token", {
  needs: READING,
  source: "RFC 7009, 2 and 2.1",
  text: "An access token that was revoked opens nothing any more.",
  check: async ({ mcp, client, anyEra }) => {
    const flow = await client();
    const { accessToken } = flow.takeTokens() ?? (await flow.newTokens());
    const revoked = await flow.revokeToken(accessToken);
    if (memberOf(parseJson(revoked.text), "error") === "unsupported_token_type")
      throwInapplicable("The server does not revoke access tokens.");
    assertServed(revoked);
    const { provenGuard, readAlone } = await anyEra();
    await provenGuard();
    const caller = { name: "with a token that was revoked", token: accessToken };
    const answer = await readAlone(caller, { isProbe: true });
    if (mcp.succeeds(answer)) failRequirement("nothing for a token that was revoked", answer);
  },
});

export const revokedRefresh = inferred("authorization.revoked-refresh-token", {
  source: "RFC 7009, 2 and 2.1",
  text: "A server with a revocation endpoint revokes refresh tokens: the answer is 200, and the token brings nothing any more.",
  check: async ({ client }) => {
    const flow = await client();
    const { refreshToken } = flow.takeTokens() ?? (await flow.refreshableTokens());
    isStatus(await flow.revokeToken(refreshToken), [200], "the revocation of a refresh token");
    const answer = await flow.refreshTokens(refreshToken, { isProbe: true });
    if (answer.tokens !== undefined) failRequirement("no token for a refresh token that was revoked", answer);
  },
});

export const revokedNothing = inferred("authorization.revocation-of-nothing", {
  source: "RFC 7009, 2.1 and 2.2",
  text: "The revocation of a token that does not exist is answered 200, also with a hint that the server does not know.",
  check: async ({ client }) => {
    const flow = await client();
    const answer = await flow.revokeToken("conformance-no-such-token", { hint: "conformance" });
    isStatus(answer, [200], "the revocation of a token that does not exist");
  },
});

export const tokenForm = inferred("authorization.token-form", {
  source: "OAuth 2.1, 3.2.3",
  text: "In an answer with tokens `expires_in` is a number above 0; `scope` and `refresh_token`, if present, are texts.",
  check: async ({ eachClient, effort, tokenAnswers }) => {
    await eachClient(async (flow) => void (await flow.refreshesOf(effort.isQuick)));
    for (const answer of tokenAnswers().filter(({ tokens }) => tokens !== undefined)) {
      const body = parseJson(answer.text);
      const lifetime = memberOf(body, "expires_in");
      if (lifetime !== undefined && !(typeof lifetime === "number" && lifetime > 0))
        failRequirement("a number above 0 as expires_in", answer, `expires_in ${JSON.stringify(lifetime)}`);
      for (const name of ["scope", "refresh_token"]) {
        const value = memberOf(body, name);
        if (value === undefined || (typeof value === "string" && value !== "")) continue;
        const type = Array.isArray(value) ? "list" : typeof value;
        failRequirement(`a text as ${name}`, answer, `${name} is a ${type}`);
      }
    }
  },
});

export const unguessable = inferred("authorization.unguessable", {
  source: "RFC 6749, 10.10",
  text: "Codes, access tokens and refresh tokens cannot be guessed: none is too short for 128 random bits, and they do not count up.",
  check: async ({ eachClient, effort, tokenAnswers }) => {
    await eachClient(async (flow) => void (await flow.refreshesOf(effort.isQuick)));
    const last: Record<string, string> = {};
    for (const answer of tokenAnswers().filter(({ tokens }) => tokens !== undefined)) {
      const code = new URLSearchParams(answer.request.body).get("code") ?? undefined;
      for (const [name, secret] of Object.entries({ code, ...answer.tokens, scope: undefined })) {
        if (secret === undefined) continue;
        if (secret.length < LEAST_CHARS || countsUp(last[name] ?? "", secret))
          failRequirement(`a value of ${name} that cannot be guessed`, answer, `It is short, or counts up.`);
        last[name] = secret;
      }
    }
  },
});

export const noPasswordGrant = inferred("authorization.no-password-grant", {
  source: "OAuth 2.1, 10",
  text: "The grant type `password` brings no client a token.",
  check: refusesTokens({
    clients: "each",
    offences: (effort) =>
      effort.tried([
        wrongParameters("a password", PASSWORD),
        wrongParameters("a password of no client", { ...PASSWORD, client_id: undefined }),
      ]),
  }),
});

export const noClientCredentials = inferred("authorization.no-client-credentials", {
  source: "OAuth 2.1, 4.2",
  text: "The grant type `client_credentials` brings a public client no token.",
  check: refusesTokens({
    clients: "public",
    offences: [wrongParameters("the grant type client_credentials", { grant_type: "client_credentials" })],
  }),
});

export const unknownGrant = inferred("authorization.unknown-grant", {
  source: "OAuth 2.1, 3.2.2 and 3.2.4",
  text: "A grant type that does not exist, and a request without one, bring no token and are answered 400 or 401.",
  check: refusesTokens({
    statuses: [400, 401],
    offences: (effort) =>
      effort
        .tried([
          wrongParameters("a grant type that does not exist", {
            grant_type: "urn:conformance:no-such-grant",
          }),
          wrongParameters("a request without a grant type", { grant_type: undefined }),
        ])
        .map((offence) => ({ ...offence, isOfCode: !effort.isQuick })),
  }),
});

export const tokenClient = inferred("authorization.token-client", {
  source: "OAuth 2.1, 3.2.2, 4.1.3 and 4.3.1",
  text: "A code or a refresh token of a public client brings no token to a client that does not exist; a code brings none to no client.",
  check: async (means) => {
    await means.clientsFor("public");
    await keepsRedemptionRule("client")(means);
  },
});

export const tokenRedirect = advisory("authorization.token-redirect-uri", {
  source: "RFC 6749, 4.1.3; OAuth 2.1, 10.2",
  text: "A code brings no token with another redirect URI than it was asked for with.",
  check: keepsRedemptionRule("redirect", "codes"),
});

export const tokenRepeated = inferred("authorization.token-repeated-parameter", {
  source: "OAuth 2.1, 3.2 and 3.2.4",
  text: "A request for tokens in which `client_id` or a parameter of the grant stands twice brings no token, with a code and with a refresh token.",
  check: async (means) => {
    await keepsRedemptionRule("repeated")(means);
    await means.eachClient(async (flow) => {
      const codes = await flow.codesRedeemed(means.effort.isQuick);
      // OAuth 2.1 alone does not know redirect URIs at the token endpoint.
      const isCompared = codes.wrong.some(({ rule, answer }) => rule === "redirect" && !answer.tokens);
      if (isCompared) brokeNoRule(codes, "repeated redirect");
    });
  },
});

export const tokenErrorForm = inferred("authorization.token-error-form", {
  source: "OAuth 2.1, 3.2.4",
  text: "An error of the token endpoint consists of texts of printable characters, and contains no token.",
  check: async ({ unknownCode, tokenAnswers }) => {
    await unknownCode();
    for (const answer of tokenAnswers().filter(({ status }) => status >= 400)) {
      const body = parseJson(answer.text);
      for (const name of ["error", "error_description", "error_uri"]) {
        const value = memberOf(body, name);
        if (value !== undefined && !(typeof value === "string" && PRINTABLE.test(value)))
          failRequirement(`a text of printable characters as ${name}`, answer);
      }
      if (memberOf(body, "access_token") !== undefined) failRequirement("no token beside an error", answer);
    }
  },
});

export const invalidGrant = advisory("authorization.invalid-grant", {
  source: "OAuth 2.1, 3.2.4",
  text: "A code that does not exist is called `invalid_grant`, with 400.",
  check: async ({ unknownCode }) => {
    const answer = await unknownCode();
    if (memberOf(parseJson(answer.text), "error") !== "invalid_grant")
      failRequirement("the error invalid_grant", answer);
    isStatus(answer, [400], "a code that does not exist");
  },
});

export const refresh = inferred("authorization.refresh", {
  needs: READING,
  source: "OAuth 2.1, 4.3 and 3.2.3",
  text: "A refresh token brings another access token, which reads.",
  check: async ({ mcp, client, anyEra, refreshOfReader }) => {
    const { readAlone } = await anyEra();
    const read = async (answer: TokenAnswer) => {
      const expected = "an access token for a refresh token";
      const tokens = answer.tokens ?? failRequirement(expected, answer, undefined, NO_REFRESH);
      const caller = { name: "with a token that was refreshed", token: tokens.accessToken };
      return readAlone(caller, { isProbe: false });
    };
    if (mcp.succeeds(await read((await refreshOfReader()).answer))) return;
    const flow = await client();
    const { refreshToken } = await flow.refreshableTokens(mcp.facts.scopes?.readOnly);
    const again = await read(await flow.refreshTokens(refreshToken));
    if (!mcp.succeeds(again)) failRequirement("the refreshed token to read", again);
  },
});
