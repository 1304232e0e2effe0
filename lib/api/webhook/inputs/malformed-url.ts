import { type InputOffence, offenceByUrl } from "../../request/offence.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import { type Offences, pathOf, withPort } from "./offending-url.ts";
import type { UrlParserName } from "./url-parsers.ts";

/** A text that is not an HTTPS URL by RFC 3986, made of an ordinary callback URL without its `https://`. */
export interface MalformedUrl {
  readonly name: string;
  readonly write: (rest: string) => string;
  /** The parsers that accept it all the same. A target that accepts such a form gets a warning. */
  readonly acceptedBy: readonly UrlParserName[];
  /** Whether it only wraps an ordinary URL: a target may take that URL out of it. */
  readonly isWrapped: boolean;
}

const GO = "Go net/url";
const PYTHON = "Python urllib.parse";
const WHATWG = ["WHATWG URL", "zod", "valibot"] as const;

/** Every malformed URL that the suite tries, the most revealing first. */
const FORMS: readonly (readonly [
  name: string,
  write: MalformedUrl["write"],
  acceptedBy?: MalformedUrl["acceptedBy"],
  isWrapped?: boolean,
])[] = [
  ["a word", () => "not-a-url"],
  ["a host that opens a bracket", (rest) => `https://[${rest}`],
  ["a single word of letters", () => "webhook"],
  ["the word https", () => "https"],
  ["a URL in angle brackets", (rest) => `<https://${rest}>`, [], true],
  ["a sentence", () => "this is not a URL"],
  ["a number in a string", () => "12345"],
  ["the word null", () => "null"],
  ["an e-mail address", (rest) => `hook@${rest.split(/[/:]/, 1)[0] ?? ""}`],
  ["words joined by dots", () => "com.example.hooks"],
  ["a URL in quotes", (rest) => `"https://${rest}"`, [], true],
  ["an escaped colon after the scheme", (rest) => encodeURIComponent(`https://${rest}`)],
  ["a semicolon after the scheme", (rest) => `https;//${rest}`],
  ["two colons after the scheme", (rest) => `https:://${rest}`],
  ["a blank after the scheme", (rest) => `https ://${rest}`],
  ["an IPv6 address that ends too soon", (rest) => `https://[::1${pathOf(rest)}`],
  ["NUL alone", () => "\0"],
  ["dots and slashes", () => "../.."],
  ["a link in HTML", (rest) => `<a href="https://${rest}">hook</a>`, [], true],
  ["words beyond ASCII", () => "回调地址"],
  ["angle brackets in the host", (rest) => `https://exa<mple>.${rest}`, [GO, PYTHON]],
  ["a quotation mark in the host", (rest) => `https://exa"mple.${rest}`, [GO, PYTHON, ...WHATWG]],
  ["letters in an IPv6 address", (rest) => `https://[::g]${pathOf(rest)}`, [GO]],
  ["a port without a host", () => "https://:443/hook", [GO]],
  ["two colons before the port", (rest) => `https://${withPort(rest, ":443")}`, [GO, PYTHON]],
  ["digits and a letter as port", (rest) => `https://${withPort(rest, "44a")}`, ["PHP filter_var", PYTHON]],
  ["a word as port", (rest) => `https://${withPort(rest, "abc")}`, [PYTHON]],
  ["a control character in the host", (rest) => `https://ho\u0001ok.${rest}`, [PYTHON]],
  ["NUL in the host", (rest) => `https://ho\0ok.${rest}`, [PYTHON]],
];

export const MALFORMED_URLS: readonly MalformedUrl[] = FORMS.map(
  ([name, write, acceptedBy = [], isWrapped = false]) => ({ name, write, acceptedBy, isWrapped }),
);

/** The forms that every parser of `url-parsers.ts` rejects. */
export const notAUrl: Offences = (urls) =>
  MALFORMED_URLS.filter(({ acceptedBy }) => acceptedBy.length === 0).map((form) => offence(urls, form));

/** The forms that at least one of these parsers accepts: whether they are rejected is open. */
export const disputedUrl: Offences = (urls) =>
  MALFORMED_URLS.filter(({ acceptedBy }) => acceptedBy.length > 0)
    .map((form) => offence(urls, form))
    .map(({ draft, ...form }) => ({ ...form, draft: { ...draft, expects: "open" } }));

function offence(urls: CallbackUrls, { name, write, acceptedBy, isWrapped }: MalformedUrl): InputOffence {
  const url = urls.fresh();
  const parsers = acceptedBy.length === 0 ? "" : ` (accepted by ${acceptedBy.join(", ")})`;
  return {
    ...offenceByUrl(`${name}${parsers}`, write(url.slice("https://".length)), urls.fresh()),
    ...(isWrapped && { repaired: url }),
  };
}
