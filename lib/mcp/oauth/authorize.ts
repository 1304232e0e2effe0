import type { Deviation } from "../../engine/requirement/deviation.ts";
import { cookieHeader } from "../../http/cookie-header.ts";
import type { HeaderPair } from "../../http/transport.ts";
import { failRequirement, throwInconclusive } from "../refusals/fails.ts";
import type { Mcp } from "../service/mcp.ts";
import { headersOf, type McpAnswer } from "../wire/mcp-request.ts";
import { describeMcpAnswer, maskedUrl } from "../wire/shown-answer.ts";
import type { Flow } from "./flow.ts";
import type { ParameterChange } from "./parameters.ts";

const MAX_STEPS = 8;

/** The end of a request for authorization. */
export interface Redirect {
  readonly parameters: URLSearchParams;
  readonly verifier: string;
  /** The last answer on the way. */
  readonly answer: McpAnswer;
  /** The redirect of the last answer to another site. Undefined: none. */
  readonly target: URL | undefined;
  /**
   * A parameter that the client receives: in the query, or in the fragment, which OAuth 2.1 has removed. The values of one
   * that comes twice are joined, since none of them counts (OAuth 2.1, 3.1).
   */
  readonly told: (name: string) => string | undefined;
  /** Whether it is the redirect URI of the client, with its query. */
  readonly isAtClient: boolean;
}

/** The part of a flow that asks for authorization. */
type Authorizing = Pick<Flow, "mcp" | "client" | "authorizationEndpoint" | "resource">;

interface AuthorizationDifference {
  readonly change?: ParameterChange;
  /** Default: the read-only scope. */
  readonly scope?: string | undefined;
  readonly isProbe?: true | undefined;
  readonly headers?: readonly HeaderPair[];
}

/** Follows a request for authorization through the pages of the server, with its cookies, until it leads elsewhere. */
export async function authorizeClient(
  flow: Authorizing,
  { change, scope, isProbe, headers = [] }: AuthorizationDifference = {},
): Promise<Redirect> {
  const { parameters, verifier } = await validRequest(flow, scope);
  change?.(parameters);
  const { answer, target } = await followed(flow, parameters, { isProbe, headers });
  const fragment = new URLSearchParams(target?.hash.slice(1));
  const told = (name: string) => {
    const part = [target?.searchParams, fragment].find((one) => one?.has(name));
    return part?.getAll(name).join(" and ");
  };
  return { parameters, verifier, answer, target, told, isAtClient: isAt(flow.client.redirectUri, target) };
}

/** A valid request with values of its own. It names a scope: a server may refuse a request without one (OAuth 2.1, 1.4.1). */
async function validRequest({ client, mcp, resource }: Authorizing, scope = mcp.facts.scopes?.readOnly) {
  const { calculatePKCECodeChallenge, generateRandomCodeVerifier } = await import("oauth4webapi");
  const verifier = generateRandomCodeVerifier();
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: client.redirectUri,
    state: mcp.freshText(),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource,
    ...(scope !== undefined && { scope }),
  });
  return { parameters, verifier };
}

async function followed(
  { mcp, authorizationEndpoint }: Authorizing,
  parameters: URLSearchParams,
  { isProbe, headers = [] }: AuthorizationDifference,
): Promise<Pick<Redirect, "answer" | "target">> {
  const { origin } = new URL(authorizationEndpoint);
  const received: HeaderPair[] = [];
  let url = `${authorizationEndpoint}${authorizationEndpoint.includes("?") ? "&" : "?"}${parameters.toString()}`;
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
      ...(isProbe && { isProbe }),
    });
    received.push(...answer.headers);
    const [location] = headersOf(answer, "location");
    const target = location === undefined ? null : URL.parse(location, url);
    if (target === null || answer.status < 300 || answer.status > 399) return { answer, target: undefined };
    if (target.origin !== origin || step === MAX_STEPS) return { answer, target };
    url = target.href;
  }
}

function isAt(redirectUri: string, target: URL | undefined): boolean {
  const { protocol, host, pathname, searchParams } = new URL(redirectUri);
  const isThere = target?.protocol === protocol && target.host === host && target.pathname === pathname;
  return (
    isThere && [...searchParams].every(([name, value]) => target.searchParams.getAll(name).includes(value))
  );
}

/** A code that has not been used, with its verifier and its challenge. */
export interface UnusedCode {
  readonly code: string;
  readonly verifier: string;
  readonly challenge: string;
}

/**
 * The code of a valid request.
 * @throws {InconclusiveError} without one: a person may be needed
 */
export async function freshCode(flow: Authorizing, scope?: string): Promise<UnusedCode> {
  const led = await authorizeClient(flow, { scope });
  const challenge = led.parameters.get("code_challenge") ?? "";
  return { code: led.told("code") ?? withoutCode(flow, led), verifier: led.verifier, challenge };
}

/**
 * Says why a valid request may have returned no code, by the error of the server.
 * @throws {InconclusiveError} always
 */
export function withoutCode({ client, mcp, resource }: Authorizing, { answer, told }: Redirect): never {
  const error = told("error");
  const seen = error === undefined ? describeMcpAnswer(answer) : `the error ${error}`;
  throwInconclusive(
    `A valid request for authorization of ${client.id} returned no code, but ${seen}. ${adviceFor(error, mcp, resource)}`,
  );
}

function adviceFor(error: string | undefined, { facts: { scopes } }: Mcp, resource: string): string {
  if (error === "invalid_scope")
    return scopes === null
      ? "The server requires a scope: set mcp.scopes."
      : "Look at mcp.scopes: the client must be allowed to ask for these scopes.";
  if (error === "invalid_target")
    return `The authorization server does not know the resource ${resource}: register it there.`;
  return "It may need a person, or mcp.client may be another one.";
}

/** A request for authorization that breaks a requirement. @throws {Violation} always */
export function failRedirect(expected: string, led: Redirect, deviation?: Deviation): never {
  failRequirement(expected, led.answer, describeRedirect(led), deviation);
}

/** Where a request for authorization has ended, for people. */
export function describeRedirect({ answer, target }: Redirect): string {
  return target === undefined
    ? describeMcpAnswer(answer)
    : `HTTP ${answer.status} to ${maskedUrl(target.href)}`;
}
