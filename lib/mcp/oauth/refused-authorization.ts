import type { Deviation } from "../../engine/deviation.ts";
import { describeMcpAnswer } from "../describe-mcp-answer.ts";
import { maskedUrl } from "../masked-url.ts";
import type { Mcp } from "../mcp.ts";
import { failRequirement } from "../oracles/fails.ts";
import { authorizeClient, type RedirectResult, toldTo, validRequest } from "./authorize.ts";
import { provenCode } from "./exchange.ts";
import { ofClient } from "./clients.ts";
import type { Flow } from "./flow.ts";

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

/** Where a request for authorization leads that differs from a valid one, and brings no code. @throws {Violation} */
export async function bringsNoCode(
  flow: Flow,
  what: string,
  change: (parameters: URLSearchParams) => void,
  deviation?: Deviation,
): Promise<RedirectResult> {
  const { mcp } = flow;
  await provenCode(flow);
  const { parameters } = await validRequest(flow);
  change(parameters);
  const state = parameters.get("state") ?? "";
  const led = await authorizeClient(flow, parameters, { isProbe: true });
  if (toldTo(led.target, "code") !== undefined)
    failRequirement(`no code for ${what}${ofClient(flow)}`, led.answer, describeRedirect(led), deviation);
  refused.set(mcp, [...refusedAuthorizations(mcp), { flow, what, state, led }]);
  return led;
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
