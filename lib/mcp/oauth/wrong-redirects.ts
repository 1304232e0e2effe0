import { isLoopback } from "../../profile/loopback.ts";

/** A redirect URI that is not registered, and how it differs from the one that is. */
export interface WrongRedirect {
  readonly what: string;
  readonly uri: string;
}

/** Redirect URIs that differ from a registered one in one respect; never in the port of a loopback address, which is free. */
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
