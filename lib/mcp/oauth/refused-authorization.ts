import type { Deviation } from "../../engine/requirement/deviation.ts";
import { describeMcpAnswer, maskedUrl } from "../wire/shown-answer.ts";
import type { Mcp } from "../service/mcp.ts";
import { failRequirement } from "../refusals/fails.ts";
import { authorizeClient, type RedirectResult, toldTo, validRequest } from "./authorize.ts";
import { provenCode } from "./exchange.ts";
import { eachClient, ofClient } from "./clients.ts";
import type { Flow } from "./flow.ts";
import {
  furtherWrongRedirects,
  type WrongRedirect,
  wrongRedirects,
  wrongRedirectsWithFault,
} from "./wrong-redirects.ts";
import { oncePerKey } from "../service/once-per-service.ts";

/** A wrong request for authorization, and where it has led. */
export interface RefusedAuthorization {
  readonly flow: Flow;
  readonly what: string;
  readonly state: string;
  readonly led: RedirectResult;
}

const refused = new WeakMap<Mcp, RefusedAuthorization[]>();

/** The wrong requests of a run, of clients and redirect URIs that are right, that have brought no code. */
export function refusedAuthorizations(mcp: Mcp): readonly RefusedAuthorization[] {
  return refused.get(mcp) ?? [];
}

/** A fault of a request for authorization. */
export interface AuthorizationOffence {
  readonly what: string;
  readonly change: (parameters: URLSearchParams) => void;
  readonly served?: Deviation;
}

/** Where a request with a fault leads, if it brings no code. @throws {Violation} */
export async function bringsNoCode(
  flow: Flow,
  { what, change, served }: AuthorizationOffence,
): Promise<RedirectResult> {
  const { mcp } = flow;
  await provenCode(flow);
  const { parameters } = await validRequest(flow);
  change(parameters);
  const state = parameters.get("state") ?? "";
  const led = await authorizeClient(flow, parameters, { isProbe: true });
  if (toldTo(led.target, "code") !== undefined)
    failRedirect(`no code for ${what}${ofClient(flow)}`, led, served);
  refused.set(mcp, [...refusedAuthorizations(mcp), { flow, what, state, led }]);
  return led;
}

/** A request for authorization that breaks a requirement. @throws {Violation} always */
export function failRedirect(expected: string, led: RedirectResult, deviation?: Deviation): never {
  failRequirement(expected, led.answer, describeRedirect(led), deviation);
}

/** Whether a way has ended at the redirect URI of the client, with its query. */
export function isAtClient(
  { client }: Flow,
  led: RedirectResult,
): led is RedirectResult & { readonly target: URL } {
  const { protocol, host, pathname, searchParams } = new URL(client.redirectUri);
  const { target } = led;
  const isThere = target?.protocol === protocol && target.host === host && target.pathname === pathname;
  return (
    isThere && [...searchParams].every(([name, value]) => target.searchParams.getAll(name).includes(value))
  );
}

/** Where a request for authorization has ended, for people. */
export function describeRedirect({ answer, target }: RedirectResult): string {
  return target === undefined
    ? describeMcpAnswer(answer)
    : `HTTP ${answer.status} to ${maskedUrl(target.href)}`;
}

const OF_SECOND = 4;
const FURTHER_OF_SECOND = 2;

/** A redirect URI that is not registered, and where a request with it has led. */
interface WrongRedirectTried extends WrongRedirect {
  readonly flow: Flow;
  readonly led: RedirectResult;
}

/** Once in a run: requests with redirect URIs that are not registered, most of them otherwise valid; at quick depth with some. */
export const wrongRedirectsTried = oncePerKey((_isQuick: boolean) => "", tryEach);

async function tryEach(mcp: Mcp, isQuick: boolean): Promise<readonly WrongRedirectTried[]> {
  const found: WrongRedirectTried[] = [];
  await eachClient(mcp, async (flow) => {
    await provenCode(flow);
    for (const one of redirectsFor(flow, isQuick)) {
      const { parameters } = await validRequest(flow);
      parameters.set("redirect_uri", one.uri);
      one.spoil?.(parameters);
      found.push({ ...one, flow, led: await authorizeClient(flow, parameters, { isProbe: true }) });
    }
  });
  return found;
}

/** For the second client a few: a server that compares for both may still compare in another way. */
function redirectsFor({ client, mcp }: Flow, isQuick: boolean): readonly WrongRedirect[] {
  const { redirectUri } = client;
  const [wrong, further] = [wrongRedirects(redirectUri), furtherWrongRedirects(redirectUri)];
  const isSecond = client.id !== mcp.facts.client?.id;
  if (isQuick) return isSecond ? wrong.slice(0, 1) : wrong;
  if (isSecond) return [...wrong.slice(0, OF_SECOND), ...further.slice(0, FURTHER_OF_SECOND)];
  return [...wrong, ...further, ...wrongRedirectsWithFault(redirectUri)];
}
