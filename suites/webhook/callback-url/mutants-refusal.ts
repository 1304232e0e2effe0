import { urlParts } from "../../../lib/reference/url-parts.ts";
import { accepting, currentOf, taking, urlMutant } from "./faults.ts";

const absent = urlMutant("callback-url.absent");
const nothing = urlMutant("callback-url.null");
const empty = urlMutant("callback-url.empty");
const blank = urlMutant("callback-url.blank");
const noString = urlMutant("callback-url.not-a-string");
const noUrl = urlMutant("callback-url.not-a-url");
const leadingBlank = urlMutant("callback-url.leading-blank");
const blankHost = urlMutant("callback-url.white-space-in-host");
const noHost = urlMutant("callback-url.without-host");
const httpsOnly = urlMutant("callback-url.https-only");
const noScheme = urlMutant("callback-url.without-scheme");
const lookAlike = urlMutant("callback-url.look-alike-scheme");
const elsewhere = urlMutant("callback-url.https-elsewhere");

const DEFAULT = "https://callback.invalid/default";
const begins = (pattern: RegExp) => accepting((url) => pattern.test(url), ["not-https", "not-a-url"]);
const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

export const callbackUrlRefusalMutants = [
  absent(
    "keeps-the-url-when-none-comes",
    taking(["missing-url"], (value, call) =>
      value === undefined ? (currentOf(call)?.callbackUrl ?? DEFAULT) : undefined,
    ),
  ),
  nothing(
    "keeps-the-url-on-null",
    taking(["missing-url"], (value, call) =>
      value === null ? (currentOf(call)?.callbackUrl ?? DEFAULT) : undefined,
    ),
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
    taking(["missing-url"], (value, call) =>
      value === "" ? (currentOf(call)?.callbackUrl ?? DEFAULT) : undefined,
    ),
  ),
  blank(
    "stores-blanks",
    accepting((url) => url !== "" && url.trim() === "", ["missing-url"]),
  ),
  blank(
    "trims-blanks-away",
    taking(["missing-url"], (value, call) =>
      typeof value === "string" && value !== "" && value.trim() === ""
        ? (currentOf(call)?.callbackUrl ?? DEFAULT)
        : undefined,
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
  leadingBlank(
    "trims-urls",
    taking(["not-a-url"], (value) =>
      typeof value === "string" && /^\s+https:\/\/\S/.test(value) ? value.trim() : undefined,
    ),
  ),
  leadingBlank(
    "stores-leading-blanks",
    accepting((url) => /^\s+https:\/\/\S/.test(url), ["not-a-url"]),
  ),
  blankHost(
    "removes-blanks-from-hosts",
    taking(["not-a-url"], (value) =>
      typeof value === "string" && value.startsWith("https://") && /\s/.test(urlParts(value).host)
        ? value.replaceAll(/\s/g, "")
        : undefined,
    ),
  ),
  blankHost(
    "stores-blanks-in-hosts",
    accepting((url) => url.startsWith("https://") && /\S\s+\S/.test(urlParts(url).host), ["not-a-url"]),
  ),
  blankHost(
    "stores-tabs-in-hosts",
    accepting((url) => url.startsWith("https://") && /[\t\n\r]/.test(urlParts(url).host), ["not-a-url"]),
  ),
  noHost("needs-no-host", begins(/^https:\/\/([/?#]|$)/)),
  noHost("accepts-a-port-without-host", begins(/^https:\/\/:\d+/)),

  httpsOnly("accepts-plain-http", begins(/^http:\/\//)),
  httpsOnly("accepts-plain-http-in-upper-case", begins(/^HTTP:\/\//)),
  httpsOnly(
    "accepts-plain-http-in-mixed-case",
    accepting((url) => /^http:/i.test(url) && !/^(http|HTTP):/.test(url), ["not-https"]),
  ),
  httpsOnly("accepts-plain-http-to-itself", begins(/^http:\/\/(localhost|127\.)/)),
  httpsOnly(
    "accepts-plain-http-on-update",
    accepting((url, call) => url.startsWith("http://") && currentOf(call) !== undefined, ["not-https"]),
  ),
  httpsOnly(
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
  noScheme(
    "adds-a-missing-scheme",
    taking(["not-a-url"], (value) =>
      typeof value === "string" && /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(value) ? `https://${value}` : undefined,
    ),
  ),
  noScheme("stores-urls-without-scheme", begins(/^[\w-]+(\.[\w-]+)+([/?#]|$)/)),
  noScheme("accepts-a-relative-scheme", begins(/^\/\/[\w-]/)),
  lookAlike("accepts-what-begins-with-https", begins(/^https[^:]+:\/\//)),
  lookAlike("accepts-what-ends-with-https", begins(/^[^:/?#]+https:\/\//)),
  elsewhere(
    "accepts-https-anywhere",
    accepting((url) => url.indexOf("https://") > 0 && /^[a-z][a-z\d]*:/.test(url), ["not-https"]),
  ),
  elsewhere(
    "accepts-https-in-a-query",
    accepting((url) => /[?#].*https:\/\//.test(url), ["not-https"]),
  ),
];
