import { UnofferedError } from "../../../engine/record/verdict.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";

/** The kinds of URL whose acceptance the document leaves open. */
type UnusualKind =
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
  | "trailing dot"
  | "escaped letters";

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
    "escaped letters": () => `${url}/%41%7e?q=%62`,
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
  "escaped letters",
];

/** Those whose host is not that of the base, nor below it. */
const ELSEWHERE: readonly string[] = [
  "port",
  "default port",
  "IPv4 literal",
  "IPv6 literal",
  "single label",
  "trailing dot",
];
const BELOW: readonly string[] = ["long label", "underscore", "non-ASCII host"];

export function unusualUrls(urls: CallbackUrls): string[] {
  return UNUSUAL_KINDS.filter((kind) => isRegistered(urls, kind)).map((kind) => unusualUrl(urls, kind));
}

type Forms = Readonly<Record<string, (urls: CallbackUrls) => string>>;

/** Characters beyond ASCII. */
const INTERNATIONAL: Forms = {
  "non-ASCII host": (urls) => urls.fresh().replace("https://", "https://b\u00fccher."),
  "non-ASCII path": (urls) => `${urls.fresh()}/caf\u00e9`,
  "non-ASCII query": (urls) => `${urls.fresh()}?q=\u4f60\u597d`,
  "beyond 16 bits": (urls) => `${urls.fresh()}/\u{1f600}`,
};

/** URLs with characters beyond ASCII, in the path, the query and the host. */
export function internationalUrls(urls: CallbackUrls): string[] {
  const names = Object.keys(INTERNATIONAL).filter((name) => isRegistered(urls, name));
  return names.flatMap((name) => INTERNATIONAL[name]?.(urls) ?? []);
}

/** Forms of URL whose acceptance the document leaves open: also what RFC 3986 does not admit, and what URL parsers repair. */
const UNUSUAL_FORMS: Forms = {
  ...Object.fromEntries(UNUSUAL_KINDS.map((kind) => [kind, (urls: CallbackUrls) => unusualUrl(urls, kind)])),
  underscore: (urls) => urls.fresh().replace("https://", "https://under_score."),
  ...INTERNATIONAL,
  "blank at the end": (urls) => `${urls.fresh()} `,
  "line break at the end": (urls) => `${urls.fresh()}\n`,
  "blank in the path": (urls) => `${urls.fresh()}/a b`,
  "tab in the path": (urls) => `${urls.fresh()}/a\tb`,
  braces: (urls) => `${urls.fresh()}/{id}`,
  "vertical bar": (urls) => `${urls.fresh()}?a=1|2`,
  "double quotes": (urls) => `${urls.fresh()}/"a"`,
  "broken escape": (urls) => `${urls.fresh()}/50%`,
};

export const UNUSUAL_FORM_NAMES = Object.keys(UNUSUAL_FORMS);

/**
 * A URL of a form, never the same twice.
 * @throws {UnofferedError} for a form with a host that the run does not register
 */
export function unusualForm(urls: CallbackUrls, name: string): string {
  if (isRegistered(urls, name)) return UNUSUAL_FORMS[name]?.(urls) ?? "";
  throw new UnofferedError(
    "callback.varyHost",
    "No receiver answers at such a callback URL: this run registers URLs of one host only.",
  );
}

function isRegistered({ varyHost, isLive }: CallbackUrls, form: string): boolean {
  return BELOW.includes(form) ? varyHost : !isLive || !ELSEWHERE.includes(form);
}
