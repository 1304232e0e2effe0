import { changing, giving, instead, replacing, sayingYes, where } from "../../../lib/reference/changes.ts";
import { all, not } from "../../../lib/reference/faults.ts";
import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { AUTHORIZE_PATH, TOKEN_PATH } from "../../../lib/reference/mcp/places.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import { hasParameter, type McpCondition, type Members, membersFrom, type MembersFrom } from "../faults.ts";

export const isAt =
  (path: string): McpCondition =>
  ({ url }) =>
    url.pathname === path;

/** Whether a request for authorization lacks a parameter. An empty value counts as absent. */
export const lacks = (name: string): McpCondition => not(hasParameter(name, /./));
/** Whether a request for tokens lacks a parameter. */
export const lacksInForm =
  (name: string): McpCondition =>
  ({ body }) =>
    !new URLSearchParams(body).has(name);

export const hasGrantType =
  (type: string): McpCondition =>
  ({ body }) =>
    new URLSearchParams(body).get("grant_type") === type;
export const isRedeeming = hasGrantType("authorization_code");
export const isRefreshing = hasGrantType("refresh_token");

/** Whether a client is not a public one. */
export const isConfidential = ({ facts }: McpCall, id: string | null): boolean =>
  facts.clients.find((client) => client.id === id)?.secret !== null;
export const isOfConfidentialClient: McpCondition = (call) =>
  isConfidential(call, call.url.searchParams.get("client_id"));
/** Whether a request for authorization is of a registered client. */
export const isOfKnownClient: McpCondition = ({ facts, url }) =>
  facts.clients.some(({ id }) => id === url.searchParams.get("client_id"));

/** Takes the first client instead of one that is not registered. */
export const takingAnyClient = changing(
  "mcpServer.clientOf",
  (usual, { facts }) => usual ?? facts.clients[0],
);

/** Gives codes for requests with these faults. */
export const overlookingFaults = (...faults: readonly McpCondition[]): Change =>
  where(
    all(...faults),
    replacing("mcpServer.problem", () => () => undefined),
  );

/** Finds this error in requests for codes. */
export const findingProblem = (error: string): Change => instead("mcpServer.problem", () => error);

export const readingFirst = (name: string): Change =>
  giving("mcpServer.isRepeated", (call, parameters) => [
    call,
    new URLSearchParams([...parameters].filter(([key]) => key !== name)),
  ]);

/** Allows further redirect URIs besides the one of the client. */
export const allowing = (isAllowed: (uri: string, own: string) => boolean): Change =>
  sayingYes("mcpServer.allowsRedirect", (_call, client, uri = "") => isAllowed(uri, client.redirectUri));

/** Allows redirect URIs that equal the one of the client after this replacement. */
export const allowingReplaced = (part: string | RegExp, by: string): Change =>
  allowing((uri, own) => uri.replace(part, by) === own);

/** Redirects the browser to this address. */
export const redirecting = (location: string): Response =>
  new Response(null, { status: 302, headers: { location } });

/** Redirects with a code to a changed address. */
export const leadingCodes = (change: (location: string) => string): Change =>
  changing("mcpServer.respond", (usual) => {
    const location = usual.headers.get("location") ?? "";
    return location.includes("?code=") ? redirecting(change(location)) : usual;
  });

/** Redirects with this error to any redirect URI, instead of an answer with a page. */
export const redirectingErrors = (error: string, isFound: McpCondition): Change =>
  where(
    all(isAt(AUTHORIZE_PATH), isFound),
    changing("mcpServer.respond", (usual, { url }) =>
      usual.status === 400 ? redirecting(`${url.searchParams.get("redirect_uri")}?error=${error}`) : usual,
    ),
  );

/** Finds this error before it compares the redirect URI. */
export const tellingStrangers = (isFound: McpCondition): Change =>
  redirectingErrors("invalid_request", all(isOfKnownClient, isFound));

export const codesWith = (members: MembersFrom<[call: McpCall], string>): Change =>
  changing("mcpServer.codeAnswer", (usual, call) => ({ ...usual, ...membersFrom(members, call) }));

export const codesWithState = (change: (state: string | undefined) => string | undefined): Change =>
  giving("mcpServer.codeAnswer", (call, code, state) => [call, code, change(state)]);

export const errorsWith = (members: Readonly<Record<string, string>>): Change =>
  changing("mcpServer.errorRedirect", (usual) => ({ ...usual, ...members }));

export const tokensWith = (members: MembersFrom<[body: Members, call: McpCall]>): Change =>
  giving("mcpServer.tokenAnswer", (call, body) => [call, { ...body, ...membersFrom(members, body, call) }]);

/** Gives a token for a request that the token endpoint refuses. */
export const givingTokens = where(
  isAt(TOKEN_PATH),
  instead("mcpServer.errorAnswer", (call) =>
    call.rules.mcpServer.tokenAnswer(call, { access_token: "for-whatever-was-asked", token_type: "Bearer" }),
  ),
);

/** Answers with another error or status. Default: in all refusals of the token endpoint. */
export const problemsWith = (
  members: { readonly error?: string; readonly status?: number },
  named?: string,
): Change =>
  giving("mcpServer.errorAnswer", (call, problem) => [
    call,
    named === undefined || problem.error === named ? { ...problem, ...members } : problem,
  ]);

/** Refuses at the token endpoint with another body. */
export const refusingWith = (bodyOf: (error: string) => Members): Change =>
  changing("mcpServer.errorAnswer", ({ status, headers }, _call, { error }) =>
    Response.json(bodyOf(error), { status, headers }),
  );

/** Takes the first refresh token that resembles the one of a request. */
export const refreshingLike = (isLike: (token: string, valid: string) => boolean): Change =>
  changing("mcpServer.refreshGrant", (usual, { state }, token) => {
    const found = [...state.refreshTokens].find(([valid]) => isLike(token, valid));
    return usual ?? found?.[1];
  });

/** Takes every token that came of one grant for a refresh token. */
export const refreshingForAnyToken = changing("mcpServer.refreshGrant", (usual, { state }, token) => {
  return usual ?? [...state.refreshTokens.values()].find(({ issued }) => issued.includes(token));
});

export const takingAnySecret = sayingYes("mcpServer.authenticates");
export const takingSecretsLike = (isLike: (shown: string, secret: string) => boolean): Change =>
  sayingYes(
    "mcpServer.authenticates",
    (_call, { secret }, shown) => secret !== null && shown !== undefined && isLike(shown, secret),
  );
export const needingNoSecret = sayingYes(
  "mcpServer.authenticates",
  (_call, _client, shown) => shown === undefined,
);

export const keeping = (kind: "grants" | "refreshTokens"): Change =>
  replacing("mcpServer.revoke", (revoke) => (call, token, promised) => {
    if (!call.state[kind].has(token)) revoke(call, token, promised);
  });
