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

/** One URL of each unusual kind. Hosts beyond the callback base are reserved for documentation: nobody listens there. */
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
    "IPv4 literal": () => `https://192.0.2.1${path}`,
    "IPv6 literal": () => `https://[2001:db8::1]${path}`,
    "single label": () => `https://callback${path}`,
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
  const kinds = UNUSUAL_KINDS.filter((kind) => urls.varyHost || kind !== "long label");
  return kinds.map((kind) => unusualUrl(urls, kind));
}

/** URLs with characters beyond ASCII, in the path, the query and the host. */
export function internationalUrls(urls: CallbackUrls): string[] {
  const url = urls.fresh();
  const rest = url.slice("https://".length);
  const below = [`${url}/caf\u00e9`, `${url}?q=\u4f60\u597d`, `${url}/\u{1f600}`];
  return urls.varyHost ? [...below, `https://b\u00fccher.${rest}`] : below;
}
