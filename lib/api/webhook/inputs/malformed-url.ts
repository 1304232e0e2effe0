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
  readonly isWrapped?: boolean;
}

const GO = "Go net/url";
const PYTHON = "Python urllib.parse";
const WHATWG = ["WHATWG URL", "zod", "valibot"] as const;

/** Every malformed URL that the suite tries, the most revealing first. */
export const MALFORMED_URLS: readonly MalformedUrl[] = [
  rejectedByAll("a word", () => "not-a-url"),
  rejectedByAll("a host that opens a bracket", (rest) => `https://[${rest}`),
  rejectedByAll("a single word of letters", () => "webhook"),
  rejectedByAll("the word https", () => "https"),
  wrapped("a URL in angle brackets", (rest) => `<https://${rest}>`),
  rejectedByAll("a sentence", () => "this is not a URL"),
  rejectedByAll("a number in a string", () => "12345"),
  rejectedByAll("the word null", () => "null"),
  rejectedByAll("an e-mail address", (rest) => `hook@${rest.split(/[/:]/, 1)[0] ?? ""}`),
  rejectedByAll("words joined by dots", () => "com.example.hooks"),
  wrapped("a URL in quotes", (rest) => `"https://${rest}"`),
  rejectedByAll("an escaped colon after the scheme", (rest) => encodeURIComponent(`https://${rest}`)),
  rejectedByAll("a semicolon after the scheme", (rest) => `https;//${rest}`),
  rejectedByAll("two colons after the scheme", (rest) => `https:://${rest}`),
  rejectedByAll("a blank after the scheme", (rest) => `https ://${rest}`),
  rejectedByAll("an IPv6 address that ends too soon", (rest) => `https://[::1${pathOf(rest)}`),
  rejectedByAll("NUL alone", () => "\0"),
  rejectedByAll("dots and slashes", () => "../.."),
  wrapped("a link in HTML", (rest) => `<a href="https://${rest}">hook</a>`),
  rejectedByAll("words beyond ASCII", () => "回调地址"),
  accepted("angle brackets in the host", (rest) => `https://exa<mple>.${rest}`, [GO, PYTHON]),
  accepted("a quotation mark in the host", (rest) => `https://exa"mple.${rest}`, [GO, PYTHON, ...WHATWG]),
  accepted("letters in an IPv6 address", (rest) => `https://[::g]${pathOf(rest)}`, [GO]),
  accepted("a port without a host", () => "https://:443/hook", [GO]),
  accepted("two colons before the port", (rest) => `https://${withPort(rest, ":443")}`, [GO, PYTHON]),
  accepted("digits and a letter as port", (rest) => `https://${withPort(rest, "44a")}`, [
    "PHP filter_var",
    PYTHON,
  ]),
  accepted("a word as port", (rest) => `https://${withPort(rest, "abc")}`, [PYTHON]),
  accepted("a control character in the host", (rest) => `https://ho\u0001ok.${rest}`, [PYTHON]),
  accepted("NUL in the host", (rest) => `https://ho\0ok.${rest}`, [PYTHON]),
];

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

function rejectedByAll(name: string, write: MalformedUrl["write"]): MalformedUrl {
  return { name, write, acceptedBy: [] };
}

function wrapped(name: string, write: MalformedUrl["write"]): MalformedUrl {
  return { name, write, acceptedBy: [], isWrapped: true };
}

function accepted(
  name: string,
  write: MalformedUrl["write"],
  acceptedBy: MalformedUrl["acceptedBy"],
): MalformedUrl {
  return { name, write, acceptedBy };
}
