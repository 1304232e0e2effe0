import type { Deviation } from "../../engine/requirement/deviation.ts";
import type { Effort } from "../../engine/requirement/effort.ts";
import type { McpTrial } from "../service/mcp.ts";
import { oncePerKey, perService } from "../service/once-per-service.ts";
import { refuseAttempts } from "../../api/refusals/refuse-attempts.ts";
import { failRequirement, isStatus } from "../refusals/fails.ts";
import { resultOfJudging } from "../refusals/refusals.ts";
import type { McpAnswer } from "../wire/mcp-request.ts";
import { authorizeClient, failRedirect, freshCode, type Redirect } from "./authorize.ts";
import { type Clients, flowsFor } from "./clients.ts";
import { askForTokens, provenCode, redeemCode } from "./exchange.ts";
import type { Flow } from "./flow.ts";
import { setParameters, type ParameterChange } from "./parameters.ts";
import { provenTokens } from "./spare-tokens.ts";
import { furtherWrongRedirects, wrongRedirects, wrongRedirectsWithFault } from "./wrong-redirects.ts";

/** A fault of a request of a client. */
export interface ClientOffence {
  readonly what: string;
  readonly change: ParameterChange;
  /** The redirect URI, if it is a wrong one. */
  readonly uri?: string;
  readonly served?: Deviation;
  /** Judges a refused request for authorization further. @throws {Violation} */
  readonly says?: (led: Redirect) => void;
  /** Whether it changes a request for tokens with a new code. Default: one without a grant. */
  readonly isOfCode?: boolean;
}

/** A request with other values of parameters. Undefined removes one. */
export function wrongParameters(what: string, values: Parameters<typeof setParameters>[0]): ClientOffence {
  return { what, change: setParameters(values) };
}

/** The things that a request with a fault may not bring, and how each shows. */
const GRANTS = {
  code: ({ told }: Redirect) => told("code") !== undefined,
  token: ({ told }: Redirect) => told("access_token") !== undefined,
  redirect: (led: Redirect, uri?: string) => (uri === undefined ? led.isAtClient : isLedTo(led, uri)),
};

interface RefusedRequests {
  readonly offences: readonly ClientOffence[] | ((effort: Effort, flow: Flow) => readonly ClientOffence[]);
  /** Default: the first one. */
  readonly clients?: Clients;
}

type Judge = (flow: Flow, offence: ClientOffence) => Promise<McpAnswer>;

/** The check that an endpoint refuses offences of clients. @param judge throws a Violation where it grants one */
function refusesAt(endpoint: string, { offences, clients = "first" }: RefusedRequests, judge: Judge) {
  return async ({ mcp, effort }: McpTrial): Promise<void> => {
    const flows = await flowsFor(mcp, clients, effort);
    const attempts = flows.flatMap((flow) =>
      (typeof offences === "function" ? offences(effort, flow) : offences).map((offence) => ({
        name: `${offence.what}${flow.note}`,
        offence: offence.what,
        door: `${endpoint}${flow.note}`,
        send: async () => resultOfJudging(async () => judge(flow, offence)),
      })),
    );
    await refuseAttempts(attempts, { every: [] });
  };
}

/** The check that the token endpoint refuses offences. @param statuses of a refusal. Default: each */
export function refusesTokens({
  statuses,
  ...terms
}: RefusedRequests & { readonly statuses?: readonly number[] }) {
  return refusesAt("tokens", terms, async (flow, { what, change, isOfCode = false }) => {
    await provenTokens(flow);
    const probe = { change, isProbe: true } as const;
    const answer = await (isOfCode
      ? redeemCode(flow, await freshCode(flow), probe)
      : askForTokens(flow, { resource: flow.resource }, probe));
    if (answer.tokens !== undefined) failRequirement(`no token for ${what}${flow.note}`, answer);
    if (statuses !== undefined) isStatus(answer, statuses, what);
    return answer;
  });
}

/** A wrong request for authorization, and where it has led. */
interface RefusedAuthorization {
  readonly flow: Flow;
  readonly what: string;
  readonly led: Redirect;
}

/** The wrong requests of a run, of clients and redirect URIs that are right, that have brought no code. */
export const refusedAuthorizations = perService((): RefusedAuthorization[] => []);

/** Where a wrong request for authorization has led. A run sends each once. */
const wrongAuthorization = oncePerKey(
  ({ client }: Flow, { what }: ClientOffence) => JSON.stringify([client.id, what]),
  async (_mcp, flow: Flow, { change }: ClientOffence): Promise<Redirect> =>
    authorizeClient(flow, { change, isProbe: true }),
);

/** The check that the authorization endpoint refuses offences. @param brings the grant that none of them brings. Default: a code */
export function refusesAuthorization({
  brings = "code",
  ...terms
}: RefusedRequests & { readonly brings?: keyof typeof GRANTS }) {
  return refusesAt("authorization", terms, async (flow, offence) => bringsNothing(flow, offence, brings));
}

async function bringsNothing(
  flow: Flow,
  offence: ClientOffence,
  brings: keyof typeof GRANTS,
): Promise<Redirect["answer"]> {
  const { what, uri, served, says } = offence;
  await provenCode(flow);
  const led = await wrongAuthorization(flow.mcp, flow, offence);
  const isElsewhere = brings === "redirect" || uri === undefined || !isLedTo(led, uri);
  if (isElsewhere && GRANTS[brings](led, uri))
    failRedirect(`no ${brings} for ${what}${flow.note}`, led, served);
  if (brings === "code" && uri === undefined) refusedAuthorizations(flow.mcp).push({ flow, what, led });
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
): readonly ClientOffence[] {
  const [wrong, further] = [wrongRedirects(redirectUri), furtherWrongRedirects(redirectUri)];
  const isSecond = note !== "";
  if (isQuick) return isSecond ? wrong.slice(0, 1) : wrong;
  if (isSecond) return [...wrong.slice(0, OF_SECOND), ...further.slice(0, FURTHER_OF_SECOND)];
  return [...wrong, ...further, ...wrongRedirectsWithFault(redirectUri)];
}
