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

/** More of them, of which a comparison that is nearly right accepts one or the other. */
export function furtherWrongRedirects(registered: string): readonly WrongRedirect[] {
  const { protocol, host, pathname } = new URL(registered);
  const isWeb = /^https?:$/.test(protocol);
  const hosts = [
    {
      what: "a host behind the registered one as a name",
      uri: registered.replace(host, `${host}@stranger.example`),
    },
    { what: "another scheme", uri: registered.replace(/^https?/, protocol === "https:" ? "http" : "https") },
  ];
  return [
    { what: "a query string", uri: `${registered}?more=1` },
    { what: "a slash behind the path", uri: `${registered}/` },
    { what: "a dot segment", uri: `${registered}/../conformance-elsewhere` },
    { what: "an encoded letter in the path", uri: registered.replace(pathname, encodedLast(pathname)) },
    ...(isWeb ? hosts : []),
  ].filter(({ uri }) => uri !== registered && URL.canParse(uri));
}

function encodedLast(path: string): string {
  const last = path.slice(-1);
  return `${path.slice(0, -1)}%${last.charCodeAt(0).toString(16).toUpperCase()}`;
}

function otherCase(path: string): string {
  return path === path.toUpperCase() ? path.toLowerCase() : path.toUpperCase();
}
