import {
  before,
  changing,
  giving,
  instead,
  newSet,
  replacing,
  sayingNo,
  sayingYes,
  together,
  where,
  withMemory,
} from "../../../lib/reference/changes.ts";
import { all, hasHeader, not, pause } from "../../../lib/reference/faults.ts";
import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import type { Promised } from "../../../lib/reference/mcp/mcp-state.ts";
import { TOKEN_PATH } from "../../../lib/reference/mcp/places.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { type Given, s256 } from "../../../lib/reference/rules/mcp-server.ts";
import { asText, hasInBody, withStatus, is } from "../faults.ts";
import {
  givingTokens,
  hasGrantType,
  isAt,
  isConfidential,
  isRedeeming,
  isRefreshing,
  lacksInForm,
  needingNoSecret,
  problemsWith,
  readingFirst,
  refreshingForAnyToken,
  refreshingLike,
  refusingWith,
  takingAnyClient,
  takingAnySecret,
  takingSecretsLike,
  tokensWith,
} from "./faults.ts";

const isOfConfidential = (call: McpCall, { client }: Promised) => isConfidential(call, client);

const takingVerifiers = (
  isTaken: (verifier: string | undefined, challenge: string, isSecret: boolean) => boolean,
): Change =>
  sayingYes("mcpServer.verifies", (call, promised, verifier) =>
    isTaken(verifier, promised.challenge, isOfConfidential(call, promised)),
  );
const takingAnyVerifier = takingVerifiers((verifier) => verifier !== undefined);

/** Gives the scopes that a refresh asks for. */
const wideningScopes = instead("mcpServer.refreshedScopes", (_call, { scopes }, asked) =>
  asked.length === 0 ? scopes : asked,
);
const grantingOnlyReading = instead("mcpServer.granted", ({ facts }) => facts.scopes.readOnly);
const storable = instead("mcpServer.tokenAnswer", (_call, body) => Response.json(body));

const VERIFIER_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
/** The shortest verifier that there is (RFC 7636, 4.1). */
const LEAST_VERIFIER_CHARS = 43;

/** Keeps something under another name too, which it returns. */
function renamed<T>(values: Map<string, T>, name: string, other: string): string {
  const value = values.get(name);
  if (value !== undefined) values.set(other, value);
  return other;
}

export const tokenEndpointMutants = toMutants({
  "authorization.verifier": {
    "does-not-look-at-verifiers": sayingYes("mcpServer.verifies"),
    "does-not-look-at-verifiers-beside-secrets": sayingYes("mcpServer.verifies", isOfConfidential),
    "does-not-look-at-verifiers-without-a-redirect": where(lacksInForm("redirect_uri"), takingAnyVerifier),
    "does-not-look-at-verifiers-without-a-resource": where(lacksInForm("resource"), takingAnyVerifier),
    "does-without-a-verifier": takingVerifiers((verifier) => verifier === undefined),
    "does-without-verifiers-beside-secrets": takingVerifiers(
      (verifier, _, isSecret) => isSecret && verifier === undefined,
    ),
    "overlooks-the-last-character-of-verifiers": takingVerifiers((verifier = "", challenge) =>
      Array.from(VERIFIER_CHARS).some((last) => s256(`${verifier.slice(0, -1)}${last}`) === challenge),
    ),
    "takes-the-challenge-for-a-verifier": takingVerifiers((verifier, challenge) => verifier === challenge),
    "cuts-long-verifiers": giving("mcpServer.verifies", (call, promised, verifier) => [
      call,
      promised,
      verifier?.slice(0, LEAST_VERIFIER_CHARS),
    ]),
    "takes-a-verifier-for-nothing": together(
      giving("mcpServer.problem", (call, given) => [call, withChallenge(call, given)]),
      takingVerifiers((_verifier, challenge) => challenge === ""),
    ),
    "burns-codes-and-does-not-look-at-verifiers": changing(
      "mcpServer.verifies",
      (usual, _call, promised, verifier) => {
        const isRight = verifier === undefined || usual;
        if (!isRight) promised.isSpent = true;
        return isRight;
      },
    ),
  },
  "authorization.code-once": {
    "takes-codes-again": where(
      isRedeeming,
      sayingYes("mcpServer.isFresh", (call, { expiresAt }) => expiresAt > call.now()),
    ),
    "takes-codes-again-beside-secrets": where(
      not(isRefreshing),
      sayingYes("mcpServer.isFresh", isOfConfidential),
    ),
    "knows-codes-in-any-letter-case": before("mcpServer.supports", ({ body, state: { codes } }) => {
      const given = new URLSearchParams(body).get("code");
      const known = [...codes].find(([code]) => code.toLowerCase() === given?.toLowerCase());
      if (given !== null && known !== undefined) codes.set(given, known[1]);
    }),
    "spends-codes-when-it-has-answered": withMemory(newSet<Promised>, (underWay) => [
      changing("mcpServer.isFresh", (usual, _call, promised) => {
        const isFresh = underWay.has(promised) || usual;
        if (isFresh) underWay.add(promised);
        return isFresh;
      }),
      changing("mcpServer.respond", async (usual) => {
        await pause();
        underWay.clear();
        return usual;
      }),
    ]),
  },
  "authorization.code-revokes": {
    "leaves-tokens-of-replayed-codes-alone": replacing("mcpServer.replayed", () => () => undefined),
  },
  "authorization.code-of-another-client": {
    "gives-codes-to-any-client": sayingYes("mcpServer.isFor"),
    "refreshes-for-any-client": where(not(isRedeeming), sayingYes("mcpServer.isFor")),
  },
  "authorization.token-redirect-uri": {
    "does-not-compare-redirects-again": giving("mcpServer.isFor", (...given) => [
      given[0],
      given[1],
      given[2],
    ]),
  },
  "authorization.token-client": {
    "gives-tokens-to-unknown-clients": where(isAt(TOKEN_PATH), takingAnyClient),
    "refreshes-for-unknown-clients": where(isRefreshing, takingAnyClient),
    "does-without-the-id-of-a-client": where(
      isAt(TOKEN_PATH),
      instead("mcpServer.clientOf", ({ facts }, id) => (id === undefined ? facts.clients[0] : undefined)),
    ),
  },
  "authorization.token-repeated-parameter": {
    "reads-the-first-of-two-members": where(not(is.get), sayingNo("mcpServer.isRepeated")),
    "reads-one-of-two-client-ids-for-tokens": readingFirst("client_id"),
    "reads-one-of-two-codes-for-tokens": readingFirst("code"),
    "reads-one-of-two-grant-types-for-tokens": readingFirst("grant_type"),
    "reads-one-of-two-redirect-uris-for-tokens": readingFirst("redirect_uri"),
    "reads-one-of-two-refresh-tokens-for-tokens": readingFirst("refresh_token"),
  },
  "authorization.wrong-secret": {
    "does-not-look-at-secrets": takingAnySecret,
    "does-not-look-at-secrets-in-forms": where(hasInBody("client_secret="), takingAnySecret),
    "does-without-secrets": needingNoSecret,
    "does-without-secrets-to-refresh": where(isRefreshing, needingNoSecret),
    "knows-secrets-by-their-beginning": takingSecretsLike(
      (shown, secret) => shown !== "" && secret.startsWith(shown),
    ),
    "accepts-secrets-with-a-suffix": takingSecretsLike((shown, secret) => shown.startsWith(secret)),
    "knows-secrets-in-any-letter-case": takingSecretsLike(
      (shown, secret) => shown.toLowerCase() === secret.toLowerCase(),
    ),
    "refuses-wrong-secrets-without-a-challenge": instead(
      "mcpServer.errorAnswer",
      (_call, { error, status }) => Response.json({ error }, { status }),
    ),
  },
  "authorization.unguessable": {
    "counts-its-codes": giving("mcpServer.codeAnswer", (call, code, state) => {
      const { codes } = call.state;
      return [call, renamed(codes, code, `code-of-the-reference-${1_000 + codes.size}`), state];
    }),
    "gives-short-refresh-tokens": tokensWith(({ refresh_token: token }, { state }) =>
      typeof token === "string"
        ? { refresh_token: renamed(state.refreshTokens, token, token.slice(0, 12)) }
        : {},
    ),
  },
  "authorization.no-password-grant": {
    "gives-tokens-for-passwords": where(hasGrantType("password"), givingTokens),
    "gives-tokens-for-passwords-of-no-client": where(
      all(hasGrantType("password"), lacksInForm("client_id")),
      givingTokens,
    ),
  },
  "authorization.no-client-credentials": {
    "gives-tokens-to-public-clients-alone": where(hasGrantType("client_credentials"), givingTokens),
  },
  "authorization.unknown-grant": {
    "gives-tokens-for-any-grant": where(
      (call: McpCall) =>
        hasGrantType("urn:conformance:no-such-grant")(call) || !hasInBody("grant_type=")(call),
      givingTokens,
    ),
    "takes-any-grant-type-for-a-code": sayingYes("mcpServer.supports", (_call, type) => type !== undefined),
    "does-without-a-grant-type": sayingYes("mcpServer.supports", (_call, type) => type === undefined),
    "fails-at-unknown-grants": problemsWith({ status: 500 }, "unsupported_grant_type"),
  },
  "authorization.token-form": {
    "says-in-words-how-long-tokens-live": tokensWith({ expires_in: "3600" }),
    "gives-tokens-that-have-expired": tokensWith({ expires_in: 0 }),
    "lists-the-scopes-of-a-token": tokensWith({ scope: ["cards:read"] }),
  },
  "authorization.token-answer": {
    "lets-token-answers-be-stored": storable,
    "lets-answers-to-refreshes-be-stored": where(isRefreshing, storable),
    "answers-tokens-as-text": changing("mcpServer.tokenAnswer", asText),
    "answers-tokens-as-created": changing("mcpServer.tokenAnswer", withStatus(201)),
    "ends-tokens-with-a-line-break": tokensWith({ access_token: "of-no-use\n" }),
    "gives-tokens-of-no-type": tokensWith({ token_type: undefined }),
    "gives-tokens-of-no-type-beside-secrets": where(
      hasHeader("authorization"),
      tokensWith({ token_type: "none" }),
    ),
  },
  "authorization.code-flow": {
    "mints-tokens-that-are-of-no-use": tokensWith({ access_token: "of-no-use-at-all" }),
  },
  "authorization.token-error": {
    "fails-at-bad-codes": problemsWith({ status: 500 }),
    "does-not-say-what-is-wrong-with-a-code": refusingWith(() => ({ message: "no" })),
  },
  "authorization.token-error-form": {
    "describes-errors-in-objects": refusingWith((error) => ({ error, error_description: { en: "No" } })),
    "quotes-what-is-wrong": giving("mcpServer.errorAnswer", (call, { error, status }) => [
      call,
      { error: `${error} "${call.method}"`, status },
    ]),
  },
  "authorization.invalid-grant": {
    "calls-bad-codes-bad-requests": problemsWith({ error: "invalid_request" }, "invalid_grant"),
  },
  "authorization.narrower-scope": {
    "narrows-scopes-in-silence": together(grantingOnlyReading, tokensWith({ scope: undefined })),
    "names-the-scope-that-was-asked-for": together(
      grantingOnlyReading,
      tokensWith((_body, { facts }) => ({ scope: facts.scopes.readWrite.join(" ") })),
    ),
  },
  "authorization.refresh": {
    "gives-refresh-tokens-that-are-of-no-use": where(isRefreshing, sayingNo("mcpServer.isFresh")),
    "refreshes-for-tokens-that-are-of-no-use": where(
      isRefreshing,
      tokensWith({ access_token: "of-no-use-any-more" }),
    ),
  },
  "authorization.refresh-rotates": {
    "takes-refresh-tokens-again": sayingNo("mcpServer.rotates"),
    "gives-back-the-refresh-token-that-was-used": tokensWith((_body, { body: form }) => {
      const used = new URLSearchParams(form).get("refresh_token");
      return used === null ? {} : { refresh_token: used };
    }),
  },
  "authorization.refresh-scope": {
    "widens-scopes-when-it-refreshes": wideningScopes,
    "widens-scopes-of-clients-with-sessions": only({ choices: { mcpEras: "handshake" } }, wideningScopes),
    "widens-scopes-when-it-refreshes-without-a-scope": instead(
      "mcpServer.refreshedScopes",
      ({ facts }, _promised, asked) => (asked.length === 0 ? facts.scopes.readWrite : undefined),
    ),
  },
  "authorization.altered-refresh-token": {
    "refreshes-for-cut-tokens": refreshingLike((token, valid) => token !== "" && valid.startsWith(token)),
    "refreshes-for-access-tokens": refreshingForAnyToken,
    "knows-refresh-tokens-by-their-beginning": refreshingLike(
      (token, valid) => token.length === valid.length && token.slice(0, 8) === valid.slice(0, 8),
    ),
    "refreshes-for-tokens-with-more-behind-them": refreshingLike((token, valid) => token.startsWith(valid)),
  },
});

/** The parameters of a request of a confidential client, as if it had a challenge. */
function withChallenge(call: McpCall, given: Given): Given {
  const isWithout = given("code_challenge") === undefined && isConfidential(call, given("client_id") ?? null);
  const added: Readonly<Record<string, string>> = { code_challenge: "any", code_challenge_method: "S256" };
  return (name) => given(name) ?? (isWithout ? added[name] : undefined);
}
