import { isLoopback } from "../../text/is-loopback.ts";

/** An unregistered redirect URI, and its difference from the registered one. */
export interface WrongRedirect {
  readonly what: string;
  readonly uri: string;
}

/**
 * Redirect URIs with one difference from a registered one. The port of a loopback address never differs,
 * because it is free.
 */
export function wrongRedirects(registered: string): readonly WrongRedirect[] {
  const { protocol, host, pathname } = new URL(registered);
  const changed = [
    { what: "a path with more behind it", uri: `${registered}/more` },
    { what: "another path", uri: registered.replace(pathname, "/conformance-elsewhere") },
    { what: "a query string", uri: `${registered}?more=1` },
    { what: "a path in other letter case", uri: registered.replace(pathname, otherCase(pathname)) },
  ];
  const isWeb = /^https?:$/.test(protocol);
  const hosts = [
    { what: "another host", uri: registered.replace(host, "stranger.example") },
    { what: "a host below another one", uri: registered.replace(host, `${host}.stranger.example`) },
    ...(isLoopback(registered)
      ? []
      : [{ what: "a host below the registered one", uri: registered.replace(host, `other.${host}`) }]),
  ];
  return [...changed, ...(isWeb ? hosts : [])].filter(({ uri }) => uri !== registered && URL.canParse(uri));
}

function otherCase(path: string): string {
  return path === path.toUpperCase() ? path.toLowerCase() : path.toUpperCase();
}
