import { InconclusiveError } from "../../engine/record/verdict.ts";
import { cookieHeader } from "../../http/cookie-header.ts";
import type { HeaderPair } from "../../http/transport.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import { headersOf, type McpAnswer } from "../wire/mcp-request.ts";
import type { Mcp } from "../service/mcp.ts";
import type { Flow } from "./flow.ts";

const MAX_STEPS = 8;

/** A request for authorization: its parameters, and the secrets of the client. */
export interface AuthorizationRequest {
  readonly parameters: URLSearchParams;
  readonly verifier: string;
  readonly state: string;
}

/** The end of a request for authorization. */
export interface RedirectResult {
  /** The last answer on the way. */
  readonly answer: McpAnswer;
  /** The redirect of the last answer to another site. Undefined: none. */
  readonly target: URL | undefined;
}

/** The part of a flow that asks for authorization. */
type Authorizing = Pick<Flow, "mcp" | "client" | "authorizationEndpoint">;

/** How a request for authorization differs, besides its parameters. */
interface AuthorizationDifference {
  readonly isProbe?: boolean;
  readonly headers?: readonly HeaderPair[];
}

/**
 * A valid request for authorization, with values of its own. It names a scope: a server may refuse a request without
 * one (OAuth 2.1, 1.4.1).
 */
export async function validRequest(
  { client, mcp }: Authorizing,
  scope = mcp.facts.scopes?.readOnly,
): Promise<AuthorizationRequest> {
  const { calculatePKCECodeChallenge, generateRandomCodeVerifier } = await import("oauth4webapi");
  const [verifier, state] = [generateRandomCodeVerifier(), mcp.freshText()];
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: client.redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: mcp.url,
    ...(scope !== undefined && { scope }),
  });
  return { parameters, verifier, state };
}

/**
 * Follows a request for authorization through the pages of the server, with its cookies, until it leads
 * elsewhere.
 */
export async function authorizeClient(
  { mcp, authorizationEndpoint }: Authorizing,
  parameters: URLSearchParams,
  { isProbe = false, headers = [] }: AuthorizationDifference = {},
): Promise<RedirectResult> {
  const { origin } = new URL(authorizationEndpoint);
  const received: HeaderPair[] = [];
  let url = withQuery(authorizationEndpoint, parameters);
  for (let step = 1; ; step += 1) {
    const cookies = cookieHeader(received);
    const answer = await mcp.send({
      label: "authorize",
      brings: "secrets",
      caller: "client",
      method: "GET",
      url,
      headers: [
        ["Accept", "text/html"],
        ...headers,
        ...(cookies === undefined ? [] : [["Cookie", cookies] as const]),
      ],
      ...(isProbe && { isProbe: true as const }),
    });
    received.push(...answer.headers);
    const [location] = headersOf(answer, "location");
    const target = location === undefined ? null : URL.parse(location, url);
    if (target === null || answer.status < 300 || answer.status > 399) return { answer, target: undefined };
    if (target.origin !== origin || step === MAX_STEPS) return { answer, target };
    url = target.href;
  }
}

/**
 * The parameters that the client receives: in the query, and in the fragment for flows that OAuth 2.1 has
 * removed.
 */
export function toldTo(target: URL | undefined, name: string): string | undefined {
  if (target === undefined) return undefined;
  const inFragment = new URLSearchParams(target.hash.slice(1)).get(name);
  return target.searchParams.get(name) ?? inFragment ?? undefined;
}

/**
 * The code of a valid request.
 * @throws {InconclusiveError} without one: a person may be needed
 */
export async function codeOf(flow: Authorizing, asked: AuthorizationRequest): Promise<string> {
  const led = await authorizeClient(flow, asked.parameters);
  return toldTo(led.target, "code") ?? withoutCode(flow, led);
}

/**
 * Says why a valid request may have returned no code, by the error of the server.
 * @throws {InconclusiveError} always
 */
export function withoutCode({ client, mcp }: Authorizing, { answer, target }: RedirectResult): never {
  const error = toldTo(target, "error");
  const seen = error === undefined ? describeMcpAnswer(answer) : `the error ${error}`;
  throw new InconclusiveError(
    `A valid request for authorization of ${client.id} returned no code, but ${seen}. ${adviceFor(error, mcp)}`,
  );
}

function adviceFor(error: string | undefined, { facts: { scopes }, url }: Mcp): string {
  if (error === "invalid_scope")
    return scopes === null
      ? "The server requires a scope: set mcp.scopes."
      : "Look at mcp.scopes: the client must be allowed to ask for these scopes.";
  if (error === "invalid_target")
    return `The authorization server does not know the resource ${url}: register it there, or correct mcp.url.`;
  return "It may need a person, or mcp.client may be another one.";
}

function withQuery(url: string, parameters: URLSearchParams): string {
  return `${url}${url.includes("?") ? "&" : "?"}${parameters.toString()}`;
}

/** Without a code challenge. */
export function withoutChallenge(parameters: URLSearchParams): void {
  for (const name of ["code_challenge", "code_challenge_method"]) parameters.delete(name);
}
