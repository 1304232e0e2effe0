import type { CallbackUrls } from "../model/callback-urls.ts";
import { type InputOffence, offenceByUrl } from "../../request/offence.ts";
import { type Filling, FILLINGS, urlOfLength } from "./callback-url.ts";
import { MAX_CALLBACK_URL_CHARS } from "../../request/draft.ts";

/** Registers that offend in exactly one way, each with its twin. The most revealing come first. */
export type Offences = (urls: CallbackUrls) => InputOffence[];

const RARER_SCHEMES = ["Http", "ws", "gopher"];
const LOOK_ALIKES = ["httpss", "xhttps", "http\u017f", "https+x", "httpx", "http+s", "htps", "shttp", "ttps"];
const LOCAL_HOSTS = ["127.0.0.1", "10.0.0.5", "192.168.0.5"];
const BLANKS = [" ", "\t", "\n", "\r\n"];
const LONG_SEGMENT = "s".repeat(300);
const OVER_LENGTHS = [514, 1024, 2048, 4096, 10_000];

export const otherScheme: Offences = (urls) => [
  behindScheme(urls, "http"),
  behindScheme(urls, "ftp"),
  withTwin(
    urls,
    "http with a user, a host in upper case, a port, an escape, a query and a fragment",
    (rest) => {
      return `http://U:P@${withUpperHost(withPort(rest, "8443"))}/%C3%A9/${LONG_SEGMENT}?q=%20#top`;
    },
  ),
  withTwin(urls, "http to localhost", (rest) => `http://localhost${pathOf(rest)}`),
  behindScheme(urls, "wss"),
  withTwin(urls, "a file URL", (rest) => `file:///${rest}`),
  behindScheme(urls, "HTTP"),
  withTwin(urls, "http behind a blank", (rest) => ` http://${rest}`),
  withTwin(urls, "a data URL", (rest) => `data:text/plain,${rest}`),
  withTwin(urls, "a javascript URL", (rest) => `javascript:void('${rest}')`),
  ...LOCAL_HOSTS.map((host) => withTwin(urls, `http to ${host}`, (rest) => `http://${host}${pathOf(rest)}`)),
  withTwin(urls, "http with port 443", (rest) => `http://${withPort(rest, "443")}`),
  ...RARER_SCHEMES.map((scheme) => behindScheme(urls, scheme)),
  withTwin(urls, "a long http URL with escapes", (rest) => `http://${rest}/%C3%A9/${LONG_SEGMENT}?q=%20`),
  withTwin(urls, "http with another port", (rest) => `http://${withPort(rest, "8443")}`),
  withTwin(urls, "http with a host in upper case", (rest) => `http://${withUpperHost(rest)}`),
  withTwin(urls, "http with a user", (rest) => `http://user:word@${rest}`),
  withTwin(urls, "http with a fragment", (rest) => `http://${rest}#top`),
  withTwin(urls, "a mailto URL", () => `mailto:hook@${urls.host}`),
  withTwin(urls, "a blob URL", (rest) => `blob:https://${rest}`),
];

/** Among them one with a long s, which is an s to those who fold letter case. */
export const lookAlikeScheme: Offences = (urls) => LOOK_ALIKES.map((scheme) => behindScheme(urls, scheme));

/** `https://` stands in the URL, but not at its beginning. */
export const httpsElsewhere: Offences = (urls) => [
  withTwin(urls, "https:// in the path of an http URL", (rest) => `http://${rest}/https://x`),
  withTwin(urls, "https:// in the second line", (rest) => `http://${rest}\nhttps://${rest}`),
  withTwin(urls, "https:// in the query of an http URL", (rest) => `http://${rest}?u=https://${urls.host}/`),
  withTwin(urls, "https:// behind a word", (rest) => `url:https://${rest}`),
  withTwin(urls, "https in the host of an http URL", (rest) => `http://https.${rest}`),
  withTwin(urls, "https in the fragment of an http URL", (rest) => `http://${rest}#https://x`),
];

export const withoutScheme: Offences = (urls) => [
  withTwin(urls, "no scheme", (rest) => rest),
  withTwin(urls, "a relative reference with a host", (rest) => `//${rest}`),
  withTwin(urls, "a path alone", pathOf),
  withTwin(urls, "an empty scheme", (rest) => `://${rest}`),
  withTwin(urls, "no colon behind the scheme", (rest) => `https//${rest}`),
];

export const withoutHost: Offences = (urls) => [
  withTwin(urls, "https:// alone", () => "https://"),
  withTwin(urls, "no host before the query", () => "https://?a=1"),
  repairable(urls, "no slashes before the host", (rest) => `https:${rest}`),
  withTwin(urls, "https: alone", () => "https:"),
  withTwin(urls, "no host before the fragment", () => "https://#top"),
  withTwin(urls, "a user without a host", (rest) => `https://user@${pathOf(rest)}`),
  repairable(urls, "one slash before the host", (rest) => `https:/${rest}`),
  repairable(urls, "three slashes before the host", (rest) => `https:///${rest}`),
  repairable(urls, "backslashes instead of slashes", (rest) => `https:\\\\${rest.replaceAll("/", "\\")}`),
];

export const brokenEscapeInHost: Offences = (urls) => [
  withTwin(urls, "a broken escape in the host", (rest) => `https://a%zz.${rest}`),
];

export const whiteSpaceInHost: Offences = (urls) => [
  repairable(urls, "a blank in the host", (rest) => `https://${withinHost(rest, " ")}`),
  repairable(urls, "a blank within a label", (rest) => `https://${rest.slice(0, 3)} ${rest.slice(3)}`),
  repairable(urls, "a tab in the host", (rest) => `https://${withinHost(rest, "\t")}`),
  repairable(urls, "a blank before the host", (rest) => `https:// ${rest}`),
];

export const leadingBlank: Offences = (urls) =>
  BLANKS.map((text) =>
    repairable(urls, `${JSON.stringify(text)} at the beginning`, (rest) => `${text}https://${rest}`),
  );

export const blank: Offences = (urls) =>
  [" ", "   ", "\t", "\n", "\u00a0"].map((text) =>
    withTwin(urls, `${JSON.stringify(text)} alone`, () => text),
  );

export const empty: Offences = (urls) => [withTwin(urls, "an empty callback URL", () => "")];

/** One character too many and more, wherever the length lies. The twin has 512. */
export const overLength: Offences = (urls) => [
  ...FILLINGS.map((filling) => tooLong(urls, MAX_CALLBACK_URL_CHARS + 1, filling)),
  ...OVER_LENGTHS.map((length) => tooLong(urls, length, "path")),
  tooLong(urls, MAX_CALLBACK_URL_CHARS + 1, "fragment"),
];

function tooLong(urls: CallbackUrls, length: number, filling: Filling): InputOffence {
  const twin = urlOfLength(urls, MAX_CALLBACK_URL_CHARS, filling === "fragment" ? "path" : filling);
  return offenceByUrl(
    `${length} characters, long by its ${filling}`,
    urlOfLength(urls, length, filling),
    twin,
  );
}

/** Path, query and fragment of a URL without its scheme. */
export function pathOf(rest: string): string {
  return rest.slice(rest.indexOf("/"));
}

/** A URL without its scheme, with another port. */
export function withPort(rest: string, port: string): string {
  return rest.replace(/(?::\d+)?\//, `:${port}/`);
}

function withUpperHost(rest: string): string {
  return rest.replace(/^[^/:]*/, (host) => host.toUpperCase());
}

/** A text before the first dot of the host, or within its only label. */
function withinHost(rest: string, text: string): string {
  const [host = ""] = /^[^/:]*/.exec(rest) ?? [];
  const at = host.includes(".") ? host.indexOf(".") : 1;
  return `${rest.slice(0, at)}${text}${rest.slice(at)}`;
}

function behindScheme(urls: CallbackUrls, scheme: string): InputOffence {
  return withTwin(urls, `the scheme ${scheme}`, (rest) => `${scheme}://${rest}`);
}

/** A callback URL made of what follows `https://` in its twin. */
function withTwin(urls: CallbackUrls, name: string, make: (rest: string) => string): InputOffence {
  const twin = urls.fresh();
  return offenceByUrl(name, make(twin.slice("https://".length)), twin);
}

/** The same for what many validators repair: they make of it the URL that it was made of. */
function repairable(urls: CallbackUrls, name: string, make: (rest: string) => string): InputOffence {
  const repaired = urls.fresh();
  return { ...offenceByUrl(name, make(repaired.slice("https://".length)), urls.fresh()), repaired };
}
