import type { Mcp } from "../mcp.ts";
import { authorizeClient, type RedirectResult, validRequest } from "./authorize.ts";
import { provenCode } from "./exchange.ts";
import { eachClient } from "./clients.ts";
import type { Flow } from "./flow.ts";
import {
  furtherWrongRedirects,
  type WrongRedirect,
  wrongRedirects,
  wrongRedirectsWithFault,
} from "./wrong-redirects.ts";

const OF_SECOND = 4;
const FURTHER_OF_SECOND = 2;
const tried = new WeakMap<Mcp, Promise<readonly WrongRedirectTried[]>>();

/** A redirect URI that is not registered, and where a request with it has led. */
interface WrongRedirectTried extends WrongRedirect {
  readonly flow: Flow;
  readonly led: RedirectResult;
}

/** Once in a run: requests with redirect URIs that are not registered, most of them otherwise valid; at quick depth with some. */
export async function wrongRedirectsTried(
  mcp: Mcp,
  isQuick: boolean,
): Promise<readonly WrongRedirectTried[]> {
  const trying = tried.get(mcp) ?? tryEach(mcp, isQuick);
  tried.set(mcp, trying);
  trying.catch(() => tried.delete(mcp));
  return trying;
}

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
