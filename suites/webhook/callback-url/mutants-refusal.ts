import { toMutants } from "../../../lib/reference/mutant.ts";
import type { Call } from "../../../lib/reference/call.ts";
import { urlParts } from "../../../lib/reference/url-parts.ts";
import { accepting, currentOf, taking } from "./faults.ts";

const DEFAULT = "https://callback.invalid/default";
const begins = (pattern: RegExp) => accepting((url) => pattern.test(url), ["not-https", "not-a-url"]);
const currentOrDefault = (call: Call) => currentOf(call)?.callbackUrl ?? DEFAULT;
const PADDED = /^\s+https:\/\/\S/;
const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

export const callbackUrlRefusalMutants = toMutants({
  "callback-url.absent": {
    "keeps-the-url-when-none-comes": taking(["missing-url"], (value, call) =>
      value === undefined ? currentOrDefault(call) : undefined,
    ),
  },
  "callback-url.null": {
    "keeps-the-url-on-null": taking(["missing-url"], (value, call) =>
      value === null ? currentOrDefault(call) : undefined,
    ),
    "stores-the-text-null": taking(["missing-url"], (value) => (value === null ? "null" : undefined)),
  },
  "callback-url.empty": {
    "empties-the-url": accepting((url) => url === "", ["missing-url"]),
    "keeps-the-url-on-an-empty-one": taking(["missing-url"], (value, call) =>
      value === "" ? currentOrDefault(call) : undefined,
    ),
  },
  "callback-url.blank": {
    "stores-blanks": accepting((url) => url !== "" && url.trim() === "", ["missing-url"]),
    "trims-blanks-away": taking(["missing-url"], (value, call) =>
      typeof value === "string" && value !== "" && value.trim() === "" ? currentOrDefault(call) : undefined,
    ),
  },
  "callback-url.not-a-string": {
    "stores-numbers": taking(["not-a-url"], (value) =>
      typeof value === "number" ? String(value) : undefined,
    ),
    "stores-booleans": taking(["not-a-url"], (value) =>
      typeof value === "boolean" ? String(value) : undefined,
    ),
    "takes-the-first-of-a-list": taking(["not-a-url"], (value) =>
      Array.isArray(value) ? (textIn(value[0]) ?? DEFAULT) : undefined,
    ),
    "takes-the-default-for-a-list": taking(["not-a-url"], (value) =>
      Array.isArray(value) ? DEFAULT : undefined,
    ),
    "stores-lists-as-text": taking(["not-a-url"], (value) =>
      Array.isArray(value) ? JSON.stringify(value) : undefined,
    ),
    "stores-objects": taking(["not-a-url"], (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? JSON.stringify(value)
        : undefined,
    ),
  },
  "callback-url.not-a-url": {
    "stores-words": accepting((url) => !/[:/.]/.test(url.trim()), ["not-a-url"]),
    "stores-anything-after-https": accepting(
      (url) => /^https(:\/{0,2})?$/.test(url) || /^https:\/\/[^\w[]/.test(url),
      ["not-a-url"],
    ),
    "stores-any-text": accepting(
      (url) => !/^[a-z][a-z\d+.-]*:\/\//i.test(url) && url.trimStart() === url,
      ["not-a-url", "not-https"],
    ),
    "accepts-an-open-bracket": begins(/^https:\/\/\[[^\]]*$/),
    "accepts-control-characters-in-hosts": begins(/^https:\/\/[\w.]*\p{Cc}/u),
    "searches-for-a-url-in-a-text": accepting(
      (url) => /\S*https:\/\/[\w.-]+\//.test(url) && !/^[a-z]+:/i.test(url),
      ["not-a-url", "not-https"],
    ),
    "accepts-words-as-ports": begins(/^https:\/\/[\w.-]+:[a-z]/),
  },
  "callback-url.disputed-syntax": {
    "accepts-angle-brackets-in-hosts": begins(/^https:\/\/[\w.]*[<>]/),
    "accepts-letters-behind-digits-in-ports": begins(/^https:\/\/[\w.-]+:\d+[a-z]/),
    "accepts-any-ipv6-address": begins(/^https:\/\/\[.+\]/),
    "accepts-a-port-without-host": begins(/^https:\/\/:\d+/),
  },
  "callback-url.broken-escape-in-host": {
    "accepts-broken-escapes-in-hosts": begins(/^https:\/\/[\w.-]*%/),
  },
  "callback-url.leading-blank": {
    "keeps-the-url-on-a-leading-blank": taking(["not-a-url"], (value, call) =>
      typeof value === "string" && PADDED.test(value) ? currentOrDefault(call) : undefined,
    ),
    "escapes-leading-blanks": taking(["not-a-url"], (value) =>
      typeof value === "string" && PADDED.test(value) ? encodeURI(value) : undefined,
    ),
    "trims-urls-and-drops-their-last-segment": taking(["not-a-url"], (value) =>
      typeof value === "string" && PADDED.test(value) ? value.trim().replace(/\/[^/]*$/, "/") : undefined,
    ),
  },
  "callback-url.rfc-3986": {
    "stores-leading-blanks": accepting((url) => PADDED.test(url), ["not-a-url"]),
    "stores-tabs-in-hosts": accepting(
      (url) => url.startsWith("https://") && /[\t\n\r]/.test(urlParts(url).host),
      ["not-a-url"],
    ),
    "stores-urls-without-slashes": begins(/^https:\w/),
    "stores-urls-with-three-slashes": begins(/^https:\/{3}\w/),
  },
  "callback-url.white-space-in-host": {
    "cuts-hosts-at-white-space": taking(["not-a-url"], (value) =>
      typeof value === "string" && value.startsWith("https://") && /\S\s/.test(urlParts(value).host)
        ? value.replace(/\s[^/]*/, "")
        : undefined,
    ),
    "stores-blanks-in-hosts": accepting(
      (url) => url.startsWith("https://") && /\S\s+\S/.test(urlParts(url).host),
      ["not-a-url"],
    ),
  },
  "callback-url.without-host": {
    "needs-no-host": begins(/^https:\/\/([/?#]|$)/),
    "accepts-a-user-without-host": begins(/^https:\/\/[^/?#]*@(?:[/?#]|$)/),
    "puts-its-own-host-before-urls-without-slashes": taking(["not-a-url"], (value) =>
      typeof value === "string" && /^https:\w/.test(value)
        ? value.replace("https:", `${DEFAULT}/`)
        : undefined,
    ),
  },
  "callback-url.https-only": {
    "accepts-plain-http": begins(/^http:\/\//),
    "accepts-plain-http-in-upper-case": begins(/^HTTP:\/\//),
    "accepts-plain-http-in-mixed-case": accepting(
      (url) => /^http:/i.test(url) && !/^(http|HTTP):/.test(url),
      ["not-https"],
    ),
    "accepts-plain-http-to-itself": begins(/^http:\/\/(localhost|127\.)/),
    "accepts-long-plain-http": accepting(
      (url) => url.startsWith("http://") && url.length > 300,
      ["not-https"],
    ),
    "accepts-plain-http-with-escapes": accepting(
      (url) => url.startsWith("http://") && url.includes("%"),
      ["not-https"],
    ),
    "accepts-plain-http-with-a-port": begins(/^http:\/\/[^/]+:(?!443)\d+/),
    "accepts-plain-http-with-a-user": begins(/^http:\/\/[^/]+@/),
    "accepts-plain-http-in-an-upper-case-host": begins(/^http:\/\/[^/a-z]+\//),
    "accepts-plain-http-with-a-fragment": begins(/^http:.*#/),
    "accepts-plain-http-with-a-query": begins(/^http:.*\?./),
    "accepts-the-stored-url-over-plain-http": accepting(
      (url, call) => url.replace("http:", "https:") === currentOf(call)?.callbackUrl,
      ["not-https"],
    ),
    "accepts-mail-addresses": begins(/^mailto:/),
    "accepts-blobs": begins(/^blob:/),
    "accepts-plain-http-on-update": accepting(
      (url, call) => url.startsWith("http://") && currentOf(call) !== undefined,
      ["not-https"],
    ),
    "upgrades-plain-http": taking(["not-https"], (value) =>
      typeof value === "string" && value.startsWith("http://") ? value.replace("http:", "https:") : undefined,
    ),
    "accepts-ftp": begins(/^s?ftp:\/\//),
    "accepts-web-sockets": begins(/^wss?:\/\//),
    "accepts-files": begins(/^file:/),
    "accepts-data": begins(/^data:/),
    "accepts-scripts": begins(/^javascript:/),
    "refuses-nothing-but-http": begins(/^(?!https?:)[a-z][a-z\d]*:\/\//),
  },
  "lifecycle.refuses-input-throughout": {
    "accepts-plain-http-while-disabled": accepting(
      (url, call) => url.startsWith("http://") && currentOf(call)?.status === 0,
      ["not-https"],
    ),
  },
  "callback-url.without-scheme": {
    "needs-no-colon-behind-the-scheme": begins(/^https\/\//),
    "adds-a-missing-scheme": taking(["not-a-url"], (value) =>
      typeof value === "string" && /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(value) ? `https://${value}` : undefined,
    ),
    "stores-urls-without-scheme": begins(/^[\w-]+(\.[\w-]+)+([/?#]|$)/),
    "accepts-a-relative-scheme": begins(/^\/\/[\w-]/),
  },
  "callback-url.look-alike-scheme": {
    "accepts-what-begins-with-https": begins(/^https[^:]+:\/\//),
    "takes-a-long-s-for-an-s": begins(/^http\u017f:\/\//),
    "accepts-what-ends-with-https": begins(/^[^:/?#]+https:\/\//),
  },
  "callback-url.https-elsewhere": {
    "accepts-https-anywhere": accepting(
      (url) => url.indexOf("https://") > 0 && /^[a-z][a-z\d]*:/.test(url),
      ["not-https"],
    ),
    "looks-for-https-line-by-line": begins(/^http:.*\nhttps:\/\//),
    "accepts-https-in-a-query": accepting((url) => /[?#].*https:\/\//.test(url), ["not-https"]),
  },
});
