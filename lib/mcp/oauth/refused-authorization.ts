import type { Deviation } from "../../engine/requirement/deviation.ts";
import type { Effort } from "../../engine/requirement/effort.ts";
import type { Mcp, McpTrial } from "../service/mcp.ts";
import { oncePerKey } from "../service/once-per-service.ts";
import { authorizeClient, failRedirect, type Redirect } from "./authorize.ts";
import { type Clients, flowsFor, refuseToClients } from "./clients.ts";
import { provenCode } from "./exchange.ts";
import type { Flow } from "./flow.ts";
import { furtherWrongRedirects, wrongRedirects, wrongRedirectsWithFault } from "./wrong-redirects.ts";

/** A fault of a request for authorization. */
export interface AuthorizationOffence {
  readonly what: string;
  readonly change: (parameters: URLSearchParams) => void;
  /** The redirect URI, if it is a wrong one. */
  readonly uri?: string;
  readonly served?: Deviation;
  /** Judges a refusal further. @throws {Violation} */
  readonly says?: (led: Redirect) => void;
}

/** The things that a request with a fault may not bring, and how each shows. */
const GRANTS = {
  code: ({ told }: Redirect) => told("code") !== undefined,
  token: ({ told }: Redirect) => told("access_token") !== undefined,
  redirect: (led: Redirect, uri?: string) => (uri === undefined ? led.isAtClient : isLedTo(led, uri)),
};

interface RefusedRequests {
  readonly offences:
    | readonly AuthorizationOffence[]
    | ((effort: Effort, flow: Flow) => readonly AuthorizationOffence[]);
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

/** Where a wrong request for authorization has led. A run sends each once. */
const wrongAuthorization = oncePerKey(
  ({ client }: Flow, { what }: AuthorizationOffence) => JSON.stringify([client.id, what]),
  async (_mcp, flow: Flow, { change }: AuthorizationOffence): Promise<Redirect> =>
    authorizeClient(flow, { change, isProbe: true }),
);

/** The check that the authorization endpoint refuses offences of clients. */
export function refusesAuthorization({ offences, clients = "first", brings = "code" }: RefusedRequests) {
  return async ({ mcp, effort }: McpTrial): Promise<void> => {
    const triedBy = (flow: Flow) => (typeof offences === "function" ? offences(effort, flow) : offences);
    const flows = await flowsFor(mcp, clients, effort);
    await refuseToClients("authorization", flows, triedBy, async (flow, offence) =>
      bringsNothing(flow, offence, brings),
    );
  };
}

/** @throws {Violation} */
async function bringsNothing(
  flow: Flow,
  offence: AuthorizationOffence,
  brings: keyof typeof GRANTS,
): Promise<Redirect["answer"]> {
  const { what, uri, served, says } = offence;
  await provenCode(flow);
  const led = await wrongAuthorization(flow.mcp, flow, offence);
  const isElsewhere = brings === "redirect" || uri === undefined || !isLedTo(led, uri);
  if (isElsewhere && GRANTS[brings](led, uri))
    failRedirect(`no ${brings} for ${what}${flow.note}`, led, served);
  if (brings === "code" && uri === undefined)
    refused.set(flow.mcp, [...refusedAuthorizations(flow.mcp), { flow, what, led }]);
  says?.(led);
  return led.answer;
}

/** Whether a way has ended at a URI, with more parameters. They stand before its fragment, or behind it. */
function isLedTo({ target }: Redirect, uri: string): boolean {
  const { href, hash } = new URL(uri);
  const [beforeHash = href] = href.split("#");
  return target?.href.startsWith(beforeHash) === true && target.hash.startsWith(hash);
}

const OF_SECOND = 4;
const FURTHER_OF_SECOND = 2;

/**
 * Requests with redirect URIs that are not registered, most of them otherwise valid; at quick depth some. For the second
 * client a few: a server that compares for both may still compare in another way.
 */
export function redirectsElsewhere(
  { isQuick }: Pick<Effort, "isQuick">,
  { client: { redirectUri }, note }: Flow,
): readonly AuthorizationOffence[] {
  const [wrong, further] = [wrongRedirects(redirectUri), furtherWrongRedirects(redirectUri)];
  const isSecond = note !== "";
  if (isQuick) return isSecond ? wrong.slice(0, 1) : wrong;
  if (isSecond) return [...wrong.slice(0, OF_SECOND), ...further.slice(0, FURTHER_OF_SECOND)];
  return [...wrong, ...further, ...wrongRedirectsWithFault(redirectUri)];
}
