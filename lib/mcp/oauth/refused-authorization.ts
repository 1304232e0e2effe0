import type { Deviation } from "../../engine/requirement/deviation.ts";
import type { Effort } from "../../engine/requirement/effort.ts";
import type { Mcp, McpTrial } from "../service/mcp.ts";
import { oncePerKey } from "../service/once-per-service.ts";
import { authorizeClient, failRedirect, type Redirect } from "./authorize.ts";
import { type Clients, flowsFor, flowsOf, refuseToClients } from "./clients.ts";
import { provenCode } from "./exchange.ts";
import type { Flow } from "./flow.ts";
import {
  furtherWrongRedirects,
  type WrongRedirect,
  wrongRedirects,
  wrongRedirectsWithFault,
} from "./wrong-redirects.ts";

/** A fault of a request for authorization. */
export interface AuthorizationOffence {
  readonly what: string;
  readonly change: (parameters: URLSearchParams) => void;
  readonly served?: Deviation;
  /** Judges a refusal further. @throws {Violation} */
  readonly says?: (led: Redirect) => void;
}

/** The things that a request with a fault may not bring, and how each shows. */
const GRANTS = {
  code: ({ told }: Redirect) => told("code") !== undefined,
  token: ({ told }: Redirect) => told("access_token") !== undefined,
  redirect: ({ isAtClient }: Redirect) => isAtClient,
};

interface RefusedRequests {
  readonly offences: readonly AuthorizationOffence[] | ((effort: Effort) => readonly AuthorizationOffence[]);
  /** Default: the first one. */
  readonly clients?: Clients;
  /** Default: a code. */
  readonly brings?: keyof typeof GRANTS;
}

/** A wrong request for authorization, and where it has led. */
interface RefusedAuthorization {
  readonly flow: Flow;
  readonly what: string;
  readonly led: Redirect;
}

const refused = new WeakMap<Mcp, readonly RefusedAuthorization[]>();

/** The wrong requests of a run, of clients and redirect URIs that are right, that have brought no code. */
export function refusedAuthorizations(mcp: Mcp): readonly RefusedAuthorization[] {
  return refused.get(mcp) ?? [];
}

/** The check that the authorization endpoint refuses offences of clients. */
export function refusesAuthorization({ offences, clients = "first", brings = "code" }: RefusedRequests) {
  return async ({ mcp, effort }: McpTrial): Promise<void> => {
    const tried = typeof offences === "function" ? offences(effort) : offences;
    const flows = await flowsFor(mcp, clients, effort);
    await refuseToClients("authorization", flows, tried, async (flow, offence) =>
      bringsNothing(flow, offence, brings),
    );
  };
}

/** @throws {Violation} */
async function bringsNothing(
  flow: Flow,
  { what, change, served, says }: AuthorizationOffence,
  brings: keyof typeof GRANTS,
): Promise<Redirect["answer"]> {
  await provenCode(flow);
  const led = await authorizeClient(flow, { change, isProbe: true });
  if (GRANTS[brings](led)) failRedirect(`no ${brings} for ${what}${flow.note}`, led, served);
  if (brings === "code") refused.set(flow.mcp, [...refusedAuthorizations(flow.mcp), { flow, what, led }]);
  says?.(led);
  return led.answer;
}

const OF_SECOND = 4;
const FURTHER_OF_SECOND = 2;

/** A redirect URI that is not registered, and where a request with it has led. */
interface WrongRedirectTried {
  readonly what: string;
  readonly led: Redirect;
  /** Whether it has led to this redirect URI. */
  readonly isThere: boolean;
}

/** Once in a run: requests with redirect URIs that are not registered, most of them otherwise valid; at quick depth with some. */
export const wrongRedirectsTried = oncePerKey((_isQuick: boolean) => "", tryEach);

async function tryEach(mcp: Mcp, isQuick: boolean): Promise<readonly WrongRedirectTried[]> {
  const found: WrongRedirectTried[] = [];
  for (const flow of await flowsOf(mcp)) {
    await provenCode(flow);
    for (const { what, uri, spoil } of redirectsFor(flow, isQuick)) {
      const change = (parameters: URLSearchParams) => {
        parameters.set("redirect_uri", uri);
        spoil?.(parameters);
      };
      const led = await authorizeClient(flow, { change, isProbe: true });
      found.push({ what: `${what}${flow.note}`, led, isThere: isLedTo(led, uri) });
    }
  }
  return found;
}

/** Whether a way has ended at a URI, with more parameters. They stand before its fragment, or behind it. */
function isLedTo({ target }: Redirect, uri: string): boolean {
  const { href, hash } = new URL(uri);
  const [beforeHash = href] = href.split("#");
  return target?.href.startsWith(beforeHash) === true && target.hash.startsWith(hash);
}

/** For the second client a few: a server that compares for both may still compare in another way. */
function redirectsFor({ client: { redirectUri }, note }: Flow, isQuick: boolean): readonly WrongRedirect[] {
  const [wrong, further] = [wrongRedirects(redirectUri), furtherWrongRedirects(redirectUri)];
  const isSecond = note !== "";
  if (isQuick) return isSecond ? wrong.slice(0, 1) : wrong;
  if (isSecond) return [...wrong.slice(0, OF_SECOND), ...further.slice(0, FURTHER_OF_SECOND)];
  return [...wrong, ...further, ...wrongRedirectsWithFault(redirectUri)];
}
