import type { CallbackUrls } from "../model/callback-urls.ts";

/** The kinds of URL whose acceptance the document leaves open. */
export type UnusualKind =
  | "port"
  | "default port"
  | "userinfo"
  | "fragment"
  | "upper-case scheme"
  | "mixed-case scheme"
  | "upper-case host"
  | "IPv4 literal"
  | "IPv6 literal"
  | "single label"
  | "long label"
  | "dot segments"
  | "trailing dot";

/** One URL of each unusual kind. Hosts beyond the callback base are loopback addresses and names that cannot exist. */
export function unusualUrl(urls: CallbackUrls, kind: UnusualKind): string {
  const url = urls.fresh();
  const rest = url.slice("https://".length);
  const path = rest.slice(rest.indexOf("/"));
  const host = urls.host;
  const make: Readonly<Record<UnusualKind, () => string>> = {
    port: () => `https://${host}:8443${path}`,
    "default port": () => `https://${host}:443${path}`,
    userinfo: () => `https://user:word@${rest}`,
    fragment: () => `${url}#part`,
    "upper-case scheme": () => `HTTPS://${rest}`,
    "mixed-case scheme": () => `Https://${rest}`,
    "upper-case host": () => `https://${host.toUpperCase()}${path}`,
    "IPv4 literal": () => `https://127.0.0.1${path}`,
    "IPv6 literal": () => `https://[::1]${path}`,
    "single label": () => `https://localhost${path}`,
    "long label": () => `https://${"l".repeat(63)}.${rest}`,
    "dot segments": () => `${url}/a/../b/./c`,
    "trailing dot": () => `https://${host}.${path}`,
  };
  return make[kind]();
}

export const UNUSUAL_KINDS: readonly UnusualKind[] = [
  "port",
  "default port",
  "userinfo",
  "fragment",
  "upper-case scheme",
  "mixed-case scheme",
  "upper-case host",
  "IPv4 literal",
  "IPv6 literal",
  "single label",
  "long label",
  "dot segments",
  "trailing dot",
];

export function unusualUrls(urls: CallbackUrls): string[] {
  return UNUSUAL_KINDS.map((kind) => unusualUrl(urls, kind));
}

/** URLs with characters beyond ASCII, in the path, the query and the host. */
export function internationalUrls(urls: CallbackUrls): string[] {
  const url = urls.fresh();
  const rest = url.slice("https://".length);
  return [`${url}/caf\u00e9`, `${url}?q=\u4f60\u597d`, `${url}/\u{1f600}`, `https://b\u00fccher.${rest}`];
}
