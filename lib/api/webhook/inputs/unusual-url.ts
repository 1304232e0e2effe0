import { UnofferedError } from "../../../engine/verdict.ts";
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

/** One URL of each unusual kind. Hosts beyond the callback base are reserved for documentation: no server listens there. */
function unusualUrl(urls: CallbackUrls, kind: UnusualKind): string {
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

const UNUSUAL_KINDS: readonly UnusualKind[] = [
  "fragment",
  "upper-case scheme",
  "port",
  "default port",
  "userinfo",
  "mixed-case scheme",
  "upper-case host",
  "IPv4 literal",
  "IPv6 literal",
  "single label",
  "long label",
  "dot segments",
  "trailing dot",
];

/** The kinds, and forms of a host that not every resolver takes. */
export type UnusualForm = UnusualKind | "underscore";

/** Those whose host is not that of the base, nor below it. */
const ELSEWHERE: readonly UnusualForm[] = [
  "port",
  "default port",
  "IPv4 literal",
  "IPv6 literal",
  "single label",
  "trailing dot",
];
const BELOW: readonly UnusualForm[] = ["long label", "underscore"];

/**
 * One URL of each unusual form, never the same twice, but for forms with hosts that the run does not register.
 * @throws {UnofferedError} where none is left
 */
export function unusualForms(urls: CallbackUrls, ...names: readonly UnusualForm[]): Forms {
  const left = names.filter((name) => isRegistered(urls, name));
  if (left.length > 0) return Object.fromEntries(left.map((name) => [name, formOf(name)]));
  throw new UnofferedError(
    "callback.varyHost",
    "No receiver answers at such a callback URL: this run registers URLs of one host only.",
  );
}

export function unusualUrls(urls: CallbackUrls): string[] {
  return UNUSUAL_KINDS.filter((kind) => isRegistered(urls, kind)).map((kind) => unusualUrl(urls, kind));
}

function isRegistered({ varyHost, isLive }: CallbackUrls, form: UnusualForm): boolean {
  return BELOW.includes(form) ? varyHost : !isLive || !ELSEWHERE.includes(form);
}

function formOf(form: UnusualForm): (urls: CallbackUrls) => string {
  if (form !== "underscore") return (urls) => unusualUrl(urls, form);
  return (urls) => urls.fresh().replace("https://", "https://under_score.");
}

/** URLs with characters beyond ASCII, in the path, the query and the host. */
export function internationalUrls(urls: CallbackUrls): string[] {
  return Object.values(internationalForms(urls)).map((make) => make(urls));
}

type Forms = Readonly<Record<string, (urls: CallbackUrls) => string>>;

/** Where characters beyond ASCII stand; in the host only where that may vary. */
export function internationalForms({ varyHost }: CallbackUrls): Forms {
  const inHost: Forms = { host: (urls) => urls.fresh().replace("https://", "https://b\u00fccher.") };
  return {
    ...(varyHost && inHost),
    path: (urls) => `${urls.fresh()}/caf\u00e9`,
    query: (urls) => `${urls.fresh()}?q=\u4f60\u597d`,
    "beyond 16 bits": (urls) => `${urls.fresh()}/\u{1f600}`,
  };
}

/** White space where URL parsers take it away or escape it. */
export const whiteSpaceForms: Forms = {
  "a blank at the end": (urls) => `${urls.fresh()} `,
  "a line break at the end": (urls) => `${urls.fresh()}\n`,
  "a blank in the path": (urls) => `${urls.fresh()}/a b`,
  "a tab in the path": (urls) => `${urls.fresh()}/a\tb`,
};

/** ASCII that RFC 3986 does not admit as it stands. */
export const unescapedForms: Forms = {
  braces: (urls) => `${urls.fresh()}/{id}`,
  "a vertical bar": (urls) => `${urls.fresh()}?a=1|2`,
  "double quotes": (urls) => `${urls.fresh()}/"a"`,
  "a broken escape": (urls) => `${urls.fresh()}/50%`,
};
