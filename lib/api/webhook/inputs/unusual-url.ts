import { UnofferedError } from "../../../engine/record/verdict.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";

type Forms = Readonly<Record<string, (urls: CallbackUrls) => string>>;

/** URLs of unusual kinds. Hosts beyond the callback base are reserved for documentation: no server listens there. */
const UNUSUAL: Forms = {
  fragment: (urls) => `${urls.fresh()}#part`,
  "upper-case scheme": withStart("HTTPS://"),
  port: onHost((host) => `${host}:8443`),
  "default port": onHost((host) => `${host}:443`),
  userinfo: withStart("https://user:word@"),
  "mixed-case scheme": withStart("Https://"),
  "upper-case host": onHost((host) => host.toUpperCase()),
  "IPv4 literal": onHost(() => "192.0.2.1"),
  "IPv6 literal": onHost(() => "[2001:db8::1]"),
  "single label": onHost(() => "callback"),
  "long label": withStart(`https://${"l".repeat(63)}.`),
  "dot segments": (urls) => `${urls.fresh()}/a/../b/./c`,
  "trailing dot": onHost((host) => `${host}.`),
  "escaped letters": (urls) => `${urls.fresh()}/%41%7e?q=%62`,
};

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

/** Characters beyond ASCII. */
const INTERNATIONAL: Forms = {
  "non-ASCII host": withStart("https://b\u00fccher."),
  "non-ASCII path": (urls) => `${urls.fresh()}/caf\u00e9`,
  "non-ASCII query": (urls) => `${urls.fresh()}?q=\u4f60\u597d`,
  "beyond 16 bits": (urls) => `${urls.fresh()}/\u{1f600}`,
};

export const unusualUrls = (urls: CallbackUrls): string[] => registered(UNUSUAL, urls);

/** URLs with characters beyond ASCII, in the path, the query and the host. */
export const internationalUrls = (urls: CallbackUrls): string[] => registered(INTERNATIONAL, urls);

/** Forms of URL whose acceptance the document leaves open: also what RFC 3986 does not admit, and what URL parsers repair. */
const UNUSUAL_FORMS: Forms = {
  ...UNUSUAL,
  underscore: withStart("https://under_score."),
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

/** A URL that begins otherwise. */
function withStart(start: string) {
  return (urls: CallbackUrls): string => urls.fresh().replace("https://", start);
}

/** A URL on another host, with the path of one of the run. */
function onHost(change: (host: string) => string) {
  return (urls: CallbackUrls): string =>
    urls.fresh().replace(/^https:\/\/[^/]+/, `https://${change(urls.host)}`);
}

function registered(forms: Forms, urls: CallbackUrls): string[] {
  return Object.entries(forms).flatMap(([name, make]) => (isRegistered(urls, name) ? make(urls) : []));
}
