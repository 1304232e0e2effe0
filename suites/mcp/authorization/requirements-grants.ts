import { advisory, inferred } from "../../../lib/mcp/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/verdict.ts";
import { headersOf, type McpAnswer } from "../../../lib/mcp/door.ts";
import { isJson } from "../../../lib/mcp/discovery.ts";
import { memberOf, parseJson } from "../../../lib/mcp/rpc.ts";
import {
  askForTokens,
  type TokenRequestChange,
  formOf,
  freshCode,
  newTokens,
  provenTokens,
  refreshableTokens,
  refreshFormOf,
  sampleTokens,
  type Tokens,
  tokensIn,
} from "../../../lib/mcp/oauth/exchange.ts";
import { type Flow, flowOf } from "../../../lib/mcp/oauth/flow.ts";
import { failRequirement } from "../../../lib/mcp/oracles/fails.ts";
import { provenGuard } from "../../../lib/mcp/oracles/prove-once.ts";
import { isStatus } from "../../../lib/mcp/oracles/status.ts";
import { callRead } from "../../../lib/mcp/tools.ts";
import { TO_AUTHORIZE } from "../../../lib/profile/mcp-needs.ts";
import { otherOauthClient, readTool } from "../../../lib/profile/needs.ts";
import { CODE_FLOW, OF_AUTHORIZATION_SERVERS } from "./grounds.ts";

const CODES = "OAuth 2.1, 4.1.3 and 4.1.4";
const REFRESHING = "OAuth 2.1, 4.3.1 and 4.3.2";

export const verifier = inferred("authorization.verifier", {
  ...CODE_FLOW,
  source: `${CODES}; RFC 7636, 4.6`,
  text: "A code brings no token with a wrong verifier, without one, or with the challenge in its place.",
  because: OF_AUTHORIZATION_SERVERS,
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    await provenTokens(flow);
    for (const [what, wrong] of [
      ["a wrong verifier", "conformance-wrong-verifier-0123456789-0123456789"],
      ["no verifier", undefined],
      ["an empty verifier", ""],
    ] as const)
      await bringsNoTokens(flow, what, () => ({ code_verifier: wrong }));
    await bringsNoTokens(flow, "the challenge for a verifier", (asked) => ({
      code_verifier: asked.get("code_challenge") ?? "",
    }));
  },
});

export const codeOnce = inferred("authorization.code-once", {
  ...CODE_FLOW,
  source: CODES,
  text: "A code brings a token once.",
  because: OF_AUTHORIZATION_SERVERS,
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const { second } = await replayed(flow);
    if (tokensIn(second) !== undefined) failRequirement("no token for a code that was used", second);
  },
});

export const codeRevokes = advisory("authorization.code-revokes", {
  ...CODE_FLOW,
  needs: [...TO_AUTHORIZE, readTool],
  source: CODES,
  text: "The second use of a code revokes what the first one brought.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const { first, second } = await replayed(flow);
    if (tokensIn(second) !== undefined)
      throw new InconclusiveError("Cannot be judged while a code brings a token twice.");
    const era = await mcp.anyEra();
    await provenGuard(mcp, era);
    const caller = { name: "with a token whose code was used twice", token: first.accessToken };
    const answer = await mcp.send({ ...(await callRead(mcp, era, caller, mcp.readOnly)), isProbe: true });
    if (mcp.succeeds(answer)) failRequirement("the token of a replayed code to be revoked", answer);
  },
});

export const tokenAnswer = inferred("authorization.token-answer", {
  ...CODE_FLOW,
  source: "OAuth 2.1, 3.2.3",
  text: "Tokens are answered as application/json, with `token_type` Bearer and Cache-Control no-store.",
  because: OF_AUTHORIZATION_SERVERS,
  check: async ({ mcp }) => {
    const { answer } = await sampleTokens(mcp);
    if (!isJson(answer)) failRequirement("Content-Type application/json", answer, headersText(answer));
    const type = memberOf(parseJson(answer.text), "token_type");
    if (typeof type !== "string" || type.toLowerCase() !== "bearer")
      failRequirement("token_type Bearer", answer, `token_type ${JSON.stringify(type)}`);
    const [caching = ""] = headersOf(answer, "cache-control");
    if (!/\bno-store\b/i.test(caching))
      failRequirement("Cache-Control no-store", answer, headersText(answer));
  },
});

export const tokenError = inferred("authorization.token-error", {
  ...CODE_FLOW,
  source: "OAuth 2.1, 3.2.4",
  text: "A request for tokens that is refused is answered 400 or 401, with a JSON object that has `error`.",
  because: OF_AUTHORIZATION_SERVERS,
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    await provenTokens(flow);
    const form = formOf(flow, "conformance-no-such-code", "conformance-verifier-0123456789-0123456789-01");
    const answer = await askForTokens(flow, form, { isProbe: true });
    isStatus(answer, [400, 401], "a code that there is not");
    if (!isJson(answer) || typeof memberOf(parseJson(answer.text), "error") !== "string")
      failRequirement("a JSON object with error", answer);
  },
});

export const refreshRotates = inferred("authorization.refresh-rotates", {
  ...CODE_FLOW,
  source: REFRESHING,
  text: "The refresh token of a public client is of use once: refreshing brings another one, and the old one is dead.",
  because: OF_AUTHORIZATION_SERVERS,
  check: async ({ mcp }) => {
    if (mcp.facts.client?.secret !== null) throw new InapplicableError("mcp.client is no public client.");
    const flow = await flowOf(mcp);
    const { refreshToken } = await refreshableTokens(flow);
    const first = await askForTokens(flow, refreshFormOf(flow, refreshToken));
    const refreshed = tokensIn(first);
    if (refreshed === undefined)
      throw new InconclusiveError("A valid request to refresh tokens was refused.");
    if (refreshed.refreshToken === refreshToken)
      failRequirement("another refresh token", first, "The same refresh token came back.");
    const second = await askForTokens(flow, refreshFormOf(flow, refreshToken), { isProbe: true });
    if (tokensIn(second) !== undefined) failRequirement("no token for a refresh token that was used", second);
  },
});

export const codeOfAnother = inferred("authorization.code-of-another-client", {
  ...CODE_FLOW,
  needs: [...TO_AUTHORIZE, otherOauthClient],
  source: "OAuth 2.1, 4.1.3 and 4.3.1",
  text: "Another client gets no tokens for a code or a refresh token.",
  because: OF_AUTHORIZATION_SERVERS,
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    const other = await flowOf(mcp, mcp.facts.otherClient);
    await provenTokens(other);
    await bringsNoTokens(flow, "another client", () => ({}), { as: other.client });
    const tokens = await newTokens(flow);
    if (tokens.refreshToken === undefined) return;
    const form = refreshFormOf(flow, tokens.refreshToken);
    const answer = await askForTokens(flow, form, { as: other.client, isProbe: true });
    if (tokensIn(answer) !== undefined)
      failRequirement("no token for the refresh token of another client", answer);
  },
});

export const wrongSecret = inferred("authorization.wrong-secret", {
  ...CODE_FLOW,
  needs: [...TO_AUTHORIZE, otherOauthClient],
  source: "OAuth 2.1, 2.4 and 3.2.4",
  text: "A confidential client gets no token with a wrong secret; where it came in an Authorization header, the answer is 401 with a challenge.",
  because: OF_AUTHORIZATION_SERVERS,
  check: async ({ mcp }) => {
    const confidential = [mcp.facts.client, mcp.facts.otherClient].find((client) => client?.secret !== null);
    if (confidential === undefined)
      throw new InapplicableError("Neither client of the profile has a secret.");
    const flow = await flowOf(mcp, confidential);
    const as = { ...flow.client, secret: "conformance-wrong-secret" };
    await provenTokens(flow);
    const { code, verifier: known } = await freshCode(flow);
    const answer = await askForTokens(flow, formOf(flow, code, known), { as, isProbe: true });
    if (tokensIn(answer) !== undefined) failRequirement("no token with a wrong secret", answer);
    if (!answer.request.headers.some(([name]) => name === "Authorization")) return;
    isStatus(answer, [401], "a wrong secret in the Authorization header");
    if (headersOf(answer, "www-authenticate").length === 0)
      failRequirement("WWW-Authenticate", answer, headersText(answer));
  },
});

/** A fresh code, exchanged with a difference. */
async function bringsNoTokens(
  flow: Flow,
  what: string,
  change: (asked: URLSearchParams) => NonNullable<TokenRequestChange["form"]>,
  difference: TokenRequestChange = {},
): Promise<void> {
  const { code, verifier: known, parameters } = await freshCode(flow);
  const form = formOf(flow, code, known);
  const answer = await askForTokens(flow, form, { ...difference, form: change(parameters), isProbe: true });
  if (tokensIn(answer) !== undefined) failRequirement(`no token for ${what}`, answer);
}

/** A code that was exchanged twice, with the right verifier both times. */
async function replayed(flow: Flow): Promise<{ readonly first: Tokens; readonly second: McpAnswer }> {
  const { code, verifier: known } = await freshCode(flow);
  const first = tokensIn(await askForTokens(flow, formOf(flow, code, known)));
  if (first === undefined) throw new InconclusiveError("A valid request for tokens was refused.");
  return { first, second: await askForTokens(flow, formOf(flow, code, known), { isProbe: true }) };
}

function headersText({ status, headers }: McpAnswer): string {
  const shown = headers.filter(([name]) => /^(content-type|cache-control|www-authenticate)$/i.test(name));
  return `HTTP ${status}, ${shown.map((pair) => pair.join(": ")).join(", ") || "none of these headers"}`;
}
