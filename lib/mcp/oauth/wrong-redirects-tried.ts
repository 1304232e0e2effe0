import type { Mcp } from "../mcp.ts";
import { authorizeClient, type RedirectResult, validRequest } from "./authorize.ts";
import { provenCode } from "./exchange.ts";
import { eachClient } from "./clients.ts";
import type { Flow } from "./flow.ts";
import { furtherWrongRedirects, type WrongRedirect, wrongRedirects } from "./wrong-redirects.ts";

const OF_SECOND = 4;
const tried = new WeakMap<Mcp, Promise<readonly WrongRedirectTried[]>>();

/** A redirect URI that is not registered, and where a request with it has led. */
interface WrongRedirectTried extends WrongRedirect {
  readonly flow: Flow;
  readonly led: RedirectResult;
}

/** Once in a run: otherwise valid requests with redirect URIs that are not registered; at quick depth with some of them. */
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
      found.push({ ...one, flow, led: await authorizeClient(flow, parameters, { isProbe: true }) });
    }
  });
  return found;
}

/** For the second client a few: a server that compares for both may still compare in another way. */
function redirectsFor({ client, mcp }: Flow, isQuick: boolean): readonly WrongRedirect[] {
  const { redirectUri } = client;
  if (client.id !== mcp.facts.client?.id)
    return wrongRedirects(redirectUri).slice(0, isQuick ? 1 : OF_SECOND);
  return [...wrongRedirects(redirectUri), ...(isQuick ? [] : furtherWrongRedirects(redirectUri))];
}
