import type { Mcp } from "../mcp.ts";
import { authorizeClient, type RedirectResult, validRequest } from "./authorize.ts";
import { freshCode } from "./exchange.ts";
import { flowOf } from "./flow.ts";
import { furtherWrongRedirects, type WrongRedirect, wrongRedirects } from "./wrong-redirects.ts";

const tried = new WeakMap<Mcp, Promise<readonly WrongRedirectTried[]>>();

/** A redirect URI that is not registered, and where a request with it has led. */
interface WrongRedirectTried extends WrongRedirect {
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
  const flow = await flowOf(mcp);
  await mcp.once("a code for a valid request", async () => void (await freshCode(flow)));
  const { redirectUri } = flow.client;
  const uris = [...wrongRedirects(redirectUri), ...(isQuick ? [] : furtherWrongRedirects(redirectUri))];
  const found: WrongRedirectTried[] = [];
  for (const one of uris) {
    const { parameters } = await validRequest(flow);
    parameters.set("redirect_uri", one.uri);
    found.push({ ...one, led: await authorizeClient(flow, parameters, { isProbe: true }) });
  }
  return found;
}
