import { chapterOf, GROUNDS } from "../../../lib/mcp/service/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import {
  askForTokens,
  formOf,
  freshCode,
  grantedTokenRequests,
  newTokens,
  refreshableTokens,
  refreshFormOf,
  refusedTokenRequests,
  revokeToken,
  tokensIn,
} from "../../../lib/mcp/oauth/exchange.ts";
import {
  keepTokens,
  newRefreshOfReader,
  provenTokens,
  refreshOfReader,
  takeTokens,
  unknownCode,
  withRefreshable,
} from "../../../lib/mcp/oauth/spare-tokens.ts";
import { type Client, type Flow, flowOf } from "../../../lib/mcp/oauth/flow.ts";
import { failRequirement, isStatus, NO_REFRESH } from "../../../lib/mcp/refusals/fails.ts";
import { provenGuard } from "../../../lib/mcp/refusals/prove-once.ts";
import { describeMcpAnswer } from "../../../lib/mcp/wire/shown-answer.ts";
import { eachClient, flowsOfKind, ofClient } from "../../../lib/mcp/oauth/clients.ts";
import { memberOf, parseJson } from "../../../lib/mcp/wire/rpc.ts";
import { readAlone } from "../../../lib/mcp/service/read-alone.ts";
import { TO_AUTHORIZE } from "../../../lib/profile/needs/mcp-needs.ts";
import { otherOauthClient, readTool } from "../../../lib/profile/needs/needs.ts";
import {
  bringsNoTokens,
  brokeNoRule,
  codesRedeemed,
  keepsRedemptionRule,
  type Redemptions,
  refreshesOf,
} from "../../../lib/mcp/oauth/redemptions.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import type { McpAnswer } from "../../../lib/mcp/wire/mcp-request.ts";

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
    for (const flow of await flowsOfKind(mcp, "confidential")) {
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

const PRINTABLE = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

export const tokenForm = inferred("authorization.token-form", {
  source: "OAuth 2.1, 3.2.3",
  text: "In an answer with tokens `expires_in` is a number above 0; `scope` and `refresh_token`, if present, are texts.",
  check: async ({ mcp, effort }) => {
    await eachClient(mcp, async (flow) => void (await refreshesOf(flow, effort)));
    for (const answer of grantedTokenRequests(mcp)) hasTokenForm(answer);
  },
});

export const noClientCredentials = inferred("authorization.no-client-credentials", {
  source: "OAuth 2.1, 4.2",
  text: "The grant type `client_credentials` brings a public client no token.",
  check: async ({ mcp }) => {
    const form = { grant_type: "client_credentials", resource: mcp.url };
    for (const flow of await flowsOfKind(mcp, "public"))
      await bringsNoTokens(flow, "the grant type client_credentials", form);
  },
});

export const unknownGrant = inferred("authorization.unknown-grant", {
  source: "OAuth 2.1, 3.2.2 and 3.2.4",
  text: "A grant type that does not exist, and a request without one, bring no token and are answered 400 or 401.",
  check: async ({ mcp, effort }) => {
    for (const grant of effort.tried(["urn:conformance:no-such-grant", undefined])) {
      const what =
        grant === undefined ? "a request without a grant type" : "a grant type that does not exist";
      const flow = await flowOf(mcp);
      const rest = effort.isQuick ? { resource: mcp.url } : await validRest(flow);
      const form = { ...rest, ...(grant !== undefined && { grant_type: grant }) };
      isStatus(await bringsNoTokens(flow, what, form), [400, 401], what);
    }
  },
});

export const tokenClient = inferred("authorization.token-client", {
  source: "OAuth 2.1, 3.2.2, 4.1.3 and 4.3.1",
  text: "A code or a refresh token of a public client brings no token to a client that does not exist; a code brings none to no client.",
  check: async (context) => {
    await flowsOfKind(context.mcp, "public");
    await keepsRedemptionRule("client")(context);
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
  check: async (context) => {
    await keepsRedemptionRule("repeated")(context);
    await eachClient(context.mcp, async (flow) => {
      const codes = await codesRedeemed(flow, context.effort.isQuick);
      if (readsRedirects(codes)) brokeNoRule(codes, "repeated redirect");
    });
  },
});

export const tokenErrorForm = inferred("authorization.token-error-form", {
  source: "OAuth 2.1, 3.2.4",
  text: "An error of the token endpoint consists of texts of printable characters, and contains no token.",
  check: async ({ mcp }) => {
    await unknownCode(mcp);
    for (const answer of refusedTokenRequests(mcp)) {
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
  check: async ({ mcp }) => {
    const answer = await unknownCode(mcp);
    if (memberOf(parseJson(answer.text), "error") !== "invalid_grant")
      failRequirement("the error invalid_grant", answer);
    isStatus(answer, [400], "a code that does not exist");
  },
});

export const refresh = inferred("authorization.refresh", {
  needs: [...TO_AUTHORIZE, readTool],
  source: "OAuth 2.1, 4.3 and 3.2.3",
  text: "A refresh token brings another access token, which reads.",
  check: async ({ mcp }) => {
    const { answer: shared } = await refreshOfReader(mcp);
    if (mcp.succeeds(await readWithNew(mcp, shared))) return;
    const read = await readWithNew(mcp, (await newRefreshOfReader(mcp)).answer);
    if (!mcp.succeeds(read)) failRequirement("the refreshed token to read", read);
  },
});

/** Reads with the token of an answer. @throws {Violation} without one */
async function readWithNew(mcp: Mcp, answer: McpAnswer): Promise<McpAnswer> {
  const tokens =
    tokensIn(answer) ?? failRequirement("an access token for a refresh token", answer, undefined, NO_REFRESH);
  const caller = { name: "with a token that was refreshed", token: tokens.accessToken };
  return readAlone(mcp, await mcp.anyEra(), caller, { isProbe: false });
}

/** Whether the token endpoint compares redirect URIs: OAuth 2.1 alone does not know the parameter there. */
function readsRedirects({ wrong }: Redemptions): boolean {
  return wrong.some(({ rule, answer }) => rule === "redirect" && tokensIn(answer) === undefined);
}

/** @throws {Violation} */
function hasTokenForm(answer: McpAnswer): void {
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

/** A form with a code that has not been used, and without a grant type. */
async function validRest(flow: Flow): Promise<Readonly<Record<string, string>>> {
  const { code, verifier } = await freshCode(flow);
  const { grant_type: _grant, ...rest } = formOf(flow, code, verifier);
  return rest;
}
