import type { Call } from "../../../lib/reference/call.ts";
import { urlParts } from "../../../lib/reference/url-parts.ts";
import { accepting, currentOf, taking, urlMutant } from "./faults.ts";

const absent = urlMutant("callback-url.absent");
const nothing = urlMutant("callback-url.null");
const empty = urlMutant("callback-url.empty");
const blank = urlMutant("callback-url.blank");
const noString = urlMutant("callback-url.not-a-string");
const noUrl = urlMutant("callback-url.not-a-url");
const disputed = urlMutant("callback-url.disputed-syntax");
const brokenEscape = urlMutant("callback-url.broken-escape-in-host");
const rfc3986 = urlMutant("callback-url.rfc-3986");
const leadingBlank = urlMutant("callback-url.leading-blank");
const blankHost = urlMutant("callback-url.white-space-in-host");
const noHost = urlMutant("callback-url.without-host");
const httpsOnly = urlMutant("callback-url.https-only");
const whileDisabled = urlMutant("lifecycle.refuses-input-throughout");
const noScheme = urlMutant("callback-url.without-scheme");
const lookAlike = urlMutant("callback-url.look-alike-scheme");
const elsewhere = urlMutant("callback-url.https-elsewhere");

const DEFAULT = "https://callback.invalid/default";
const begins = (pattern: RegExp) => accepting((url) => pattern.test(url), ["not-https", "not-a-url"]);
const currentOrDefault = (call: Call) => currentOf(call)?.callbackUrl ?? DEFAULT;
const PADDED = /^\s+https:\/\/\S/;
const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

export const callbackUrlRefusalMutants = [
  absent(
    "keeps-the-url-when-none-comes",
    taking(["missing-url"], (value, call) => (value === undefined ? currentOrDefault(call) : undefined)),
  ),
  nothing(
    "keeps-the-url-on-null",
    taking(["missing-url"], (value, call) => (value === null ? currentOrDefault(call) : undefined)),
  ),
  nothing(
    "stores-the-text-null",
    taking(["missing-url"], (value) => (value === null ? "null" : undefined)),
  ),
  empty(
    "empties-the-url",
    accepting((url) => url === "", ["missing-url"]),
  ),
  empty(
    "keeps-the-url-on-an-empty-one",
    taking(["missing-url"], (value, call) => (value === "" ? currentOrDefault(call) : undefined)),
  ),
  blank(
    "stores-blanks",
    accepting((url) => url !== "" && url.trim() === "", ["missing-url"]),
  ),
  blank(
    "trims-blanks-away",
    taking(["missing-url"], (value, call) =>
      typeof value === "string" && value !== "" && value.trim() === "" ? currentOrDefault(call) : undefined,
    ),
  ),
  noString(
    "stores-numbers",
    taking(["not-a-url"], (value) => (typeof value === "number" ? String(value) : undefined)),
  ),
  noString(
    "stores-booleans",
    taking(["not-a-url"], (value) => (typeof value === "boolean" ? String(value) : undefined)),
  ),
  noString(
    "takes-the-first-of-a-list",
    taking(["not-a-url"], (value) => (Array.isArray(value) ? (textIn(value[0]) ?? DEFAULT) : undefined)),
  ),
  noString(
    "takes-the-default-for-a-list",
    taking(["not-a-url"], (value) => (Array.isArray(value) ? DEFAULT : undefined)),
  ),
  noString(
    "stores-lists-as-text",
    taking(["not-a-url"], (value) => (Array.isArray(value) ? JSON.stringify(value) : undefined)),
  ),
  noString(
    "stores-objects",
    taking(["not-a-url"], (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? JSON.stringify(value)
        : undefined,
    ),
  ),

  noUrl(
    "stores-words",
    accepting((url) => !/[:/.]/.test(url.trim()), ["not-a-url"]),
  ),
  noUrl(
    "stores-anything-after-https",
    accepting((url) => /^https(:\/{0,2})?$/.test(url) || /^https:\/\/[^\w[]/.test(url), ["not-a-url"]),
  ),
  noUrl(
    "stores-any-text",
    accepting(
      (url) => !/^[a-z][a-z\d+.-]*:\/\//i.test(url) && url.trimStart() === url,
      ["not-a-url", "not-https"],
    ),
  ),
  noUrl("accepts-an-open-bracket", begins(/^https:\/\/\[[^\]]*$/)),
  noUrl("accepts-control-characters-in-hosts", begins(/^https:\/\/[\w.]*\p{Cc}/u)),
  noUrl(
    "searches-for-a-url-in-a-text",
    accepting(
      (url) => /\S*https:\/\/[\w.-]+\//.test(url) && !/^[a-z]+:/i.test(url),
      ["not-a-url", "not-https"],
    ),
  ),
  disputed("accepts-angle-brackets-in-hosts", begins(/^https:\/\/[\w.]*[<>]/)),
  disputed("accepts-letters-behind-digits-in-ports", begins(/^https:\/\/[\w.-]+:\d+[a-z]/)),
  disputed("accepts-any-ipv6-address", begins(/^https:\/\/\[.+\]/)),
  noUrl("accepts-words-as-ports", begins(/^https:\/\/[\w.-]+:[a-z]/)),
  brokenEscape("accepts-broken-escapes-in-hosts", begins(/^https:\/\/[\w.-]*%/)),
  leadingBlank(
    "keeps-the-url-on-a-leading-blank",
    taking(["not-a-url"], (value, call) =>
      typeof value === "string" && PADDED.test(value) ? currentOrDefault(call) : undefined,
    ),
  ),
  leadingBlank(
    "escapes-leading-blanks",
    taking(["not-a-url"], (value) =>
      typeof value === "string" && PADDED.test(value) ? encodeURI(value) : undefined,
    ),
  ),
  leadingBlank(
    "trims-urls-and-drops-their-last-segment",
    taking(["not-a-url"], (value) =>
      typeof value === "string" && PADDED.test(value) ? value.trim().replace(/\/[^/]*$/, "/") : undefined,
    ),
  ),
  rfc3986(
    "stores-leading-blanks",
    accepting((url) => PADDED.test(url), ["not-a-url"]),
  ),
  blankHost(
    "cuts-hosts-at-white-space",
    taking(["not-a-url"], (value) =>
      typeof value === "string" && value.startsWith("https://") && /\S\s/.test(urlParts(value).host)
        ? value.replace(/\s[^/]*/, "")
        : undefined,
    ),
  ),
  blankHost(
    "stores-blanks-in-hosts",
    accepting((url) => url.startsWith("https://") && /\S\s+\S/.test(urlParts(url).host), ["not-a-url"]),
  ),
  rfc3986(
    "stores-tabs-in-hosts",
    accepting((url) => url.startsWith("https://") && /[\t\n\r]/.test(urlParts(url).host), ["not-a-url"]),
  ),
  noHost("needs-no-host", begins(/^https:\/\/([/?#]|$)/)),
  disputed("accepts-a-port-without-host", begins(/^https:\/\/:\d+/)),
  noHost("accepts-a-user-without-host", begins(/^https:\/\/[^/?#]*@(?:[/?#]|$)/)),
  noHost(
    "puts-its-own-host-before-urls-without-slashes",
    taking(["not-a-url"], (value) =>
      typeof value === "string" && /^https:\w/.test(value)
        ? value.replace("https:", `${DEFAULT}/`)
        : undefined,
    ),
  ),
  rfc3986("stores-urls-without-slashes", begins(/^https:\w/)),
  rfc3986("stores-urls-with-three-slashes", begins(/^https:\/{3}\w/)),

  httpsOnly("accepts-plain-http", begins(/^http:\/\//)),
  httpsOnly("accepts-plain-http-in-upper-case", begins(/^HTTP:\/\//)),
  httpsOnly(
    "accepts-plain-http-in-mixed-case",
    accepting((url) => /^http:/i.test(url) && !/^(http|HTTP):/.test(url), ["not-https"]),
  ),
  httpsOnly("accepts-plain-http-to-itself", begins(/^http:\/\/(localhost|127\.)/)),
  httpsOnly(
    "accepts-long-plain-http",
    accepting((url) => url.startsWith("http://") && url.length > 300, ["not-https"]),
  ),
  httpsOnly(
    "accepts-plain-http-with-escapes",
    accepting((url) => url.startsWith("http://") && url.includes("%"), ["not-https"]),
  ),
  httpsOnly("accepts-plain-http-with-a-port", begins(/^http:\/\/[^/]+:(?!443)\d+/)),
  httpsOnly("accepts-plain-http-with-a-user", begins(/^http:\/\/[^/]+@/)),
  httpsOnly("accepts-plain-http-in-an-upper-case-host", begins(/^http:\/\/[^/a-z]+\//)),
  httpsOnly("accepts-plain-http-with-a-fragment", begins(/^http:.*#/)),
  httpsOnly("accepts-plain-http-with-a-query", begins(/^http:.*\?./)),
  httpsOnly(
    "accepts-the-stored-url-over-plain-http",
    accepting((url, call) => url.replace("http:", "https:") === currentOf(call)?.callbackUrl, ["not-https"]),
  ),
  httpsOnly("accepts-mail-addresses", begins(/^mailto:/)),
  httpsOnly("accepts-blobs", begins(/^blob:/)),
  httpsOnly(
    "accepts-plain-http-on-update",
    accepting((url, call) => url.startsWith("http://") && currentOf(call) !== undefined, ["not-https"]),
  ),
  whileDisabled(
    "accepts-plain-http-while-disabled",
    accepting((url, call) => url.startsWith("http://") && currentOf(call)?.status === 0, ["not-https"]),
  ),
  httpsOnly(
    "upgrades-plain-http",
    taking(["not-https"], (value) =>
      typeof value === "string" && value.startsWith("http://") ? value.replace("http:", "https:") : undefined,
    ),
  ),
  httpsOnly("accepts-ftp", begins(/^s?ftp:\/\//)),
  httpsOnly("accepts-web-sockets", begins(/^wss?:\/\//)),
  httpsOnly("accepts-files", begins(/^file:/)),
  httpsOnly("accepts-data", begins(/^data:/)),
  httpsOnly("accepts-scripts", begins(/^javascript:/)),
  httpsOnly("refuses-nothing-but-http", begins(/^(?!https?:)[a-z][a-z\d]*:\/\//)),
  noScheme("needs-no-colon-behind-the-scheme", begins(/^https\/\//)),
  noScheme(
    "adds-a-missing-scheme",
    taking(["not-a-url"], (value) =>
      typeof value === "string" && /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(value) ? `https://${value}` : undefined,
    ),
  ),
  noScheme("stores-urls-without-scheme", begins(/^[\w-]+(\.[\w-]+)+([/?#]|$)/)),
  noScheme("accepts-a-relative-scheme", begins(/^\/\/[\w-]/)),
  lookAlike("accepts-what-begins-with-https", begins(/^https[^:]+:\/\//)),
  lookAlike("takes-a-long-s-for-an-s", begins(/^http\u017f:\/\//)),
  lookAlike("accepts-what-ends-with-https", begins(/^[^:/?#]+https:\/\//)),
  elsewhere(
    "accepts-https-anywhere",
    accepting((url) => url.indexOf("https://") > 0 && /^[a-z][a-z\d]*:/.test(url), ["not-https"]),
  ),
  elsewhere("looks-for-https-line-by-line", begins(/^http:.*\nhttps:\/\//)),
  elsewhere(
    "accepts-https-in-a-query",
    accepting((url) => /[?#].*https:\/\//.test(url), ["not-https"]),
  ),
];
