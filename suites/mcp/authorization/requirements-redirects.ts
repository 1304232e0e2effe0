import { TO_AUTHORIZE } from "../../../lib/profile/mcp-needs.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import {
  authorizeClient,
  type RedirectResult,
  toldTo,
  validRequest,
} from "../../../lib/mcp/oauth/authorize.ts";
import { flowsOfKind, ofClient } from "../../../lib/mcp/oauth/clients.ts";
import { provenCode } from "../../../lib/mcp/oauth/exchange.ts";
import { describeRedirect, wrongRedirectsTried } from "../../../lib/mcp/oauth/refused-authorization.ts";
import { failRequirement } from "../../../lib/mcp/oracles/fails.ts";

const { inferred } = chapterOf(GROUNDS.authorizationServer, TO_AUTHORIZE);
const LOOPBACK_IP = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/;
const PORTS = ["49731", "49732"];

export const redirectUri = inferred("authorization.redirect-uri", {
  source: "OAuth 2.1, 2.3.1, 4.1.2.1 and 7.5.3",
  text: "A redirect URI of any client that differs from the registered one is never redirected to.",
  check: async ({ mcp, effort }) => {
    for (const { flow, what, uri, led } of await wrongRedirectsTried(mcp, effort.isQuick))
      if (isLedTo(led, uri))
        failRequirement(`no redirect to ${what}${ofClient(flow)}`, led.answer, describeRedirect(led));
  },
});

export const redirectUriCompared = inferred("authorization.redirect-uri-compared", {
  source: "OAuth 2.1, 2.3.1 and 4.1.2.1; MCP, Authorization, Open Redirection",
  text: "A request of any client with a redirect URI that differs from the registered one brings no code, wherever it leads.",
  check: async ({ mcp, effort }) => {
    for (const { flow, what, uri, led } of await wrongRedirectsTried(mcp, effort.isQuick)) {
      if (isLedTo(led, uri)) continue;
      if (toldTo(led.target, "code") !== undefined)
        failRequirement(`no code for ${what}${ofClient(flow)}`, led.answer, describeRedirect(led));
    }
  },
});

export const loopbackPort = inferred("authorization.loopback-port", {
  source: "OAuth 2.1, 2.3.1, 4.1.1 and 8.4.2; RFC 8252, 7.3",
  text: "A public client with a registered redirect URI of a loopback IP address may choose another port for each request.",
  check: async ({ mcp }) => {
    const registered = (await flowsOfKind(mcp, "public")).find(({ client }) =>
      LOOPBACK_IP.test(client.redirectUri),
    );
    if (registered === undefined)
      throw new InapplicableError("No public client has a redirect URI of a loopback IP address.");
    await provenCode(registered);
    const { parameters } = await validRequest(registered);
    const chosen = withOtherPort(registered.client.redirectUri);
    parameters.set("redirect_uri", chosen);
    const led = await authorizeClient(registered, parameters);
    if (toldTo(led.target, "code") === undefined || led.target?.origin !== new URL(chosen).origin)
      failRequirement(`a code at ${chosen}`, led.answer, describeRedirect(led));
  },
});

/** Whether a way has ended at a URI, with more parameters. They stand before its fragment, or behind it. */
function isLedTo({ target }: RedirectResult, uri: string): boolean {
  const { href, hash } = new URL(uri);
  const [beforeHash = href] = href.split("#");
  return target?.href.startsWith(beforeHash) === true && target.hash.startsWith(hash);
}

/** The same address with a port that it does not have. */
function withOtherPort(uri: string): string {
  const url = new URL(uri);
  url.port = PORTS.find((port) => port !== url.port) ?? "";
  return url.href;
}
