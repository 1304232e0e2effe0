import type { Call } from "../../../lib/reference/call.ts";
import { instead, where } from "../../../lib/reference/changes.ts";
import {
  all,
  bodyOf,
  currentOf,
  isDisabled,
  isNew,
  isOfMerchant,
  not,
  urlOf,
} from "../../../lib/reference/faults.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { accepting, hostOf, pathOf, taking } from "./faults.ts";

const DEFAULT = "https://callback.invalid/default";
const PADDED = /^\s+https:\/\/\S/;
const PLAIN_HTTP = /^http:\/\//;
const NO_SCHEME = /^[\w-]+(\.[\w-]+)+([/?#]|$)/;

const isAbsent = (value: unknown) => value === undefined;
const isNull = (value: unknown) => value === null;
const isList = (value: unknown) => Array.isArray(value);
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isA = (type: "number" | "boolean") => (value: unknown) => typeof value === type;
const anything = () => true;

/** Where a URL comes from that the request does not have. */
const stored = (_text: string, call: Call) => (isNew(call) ? DEFAULT : urlOf(call));
const asJson = (_text: string, _call: Call, value: unknown) => JSON.stringify(value);

/** Takes what is to be refused at the first register, and refuses it afterwards. */
const atFirst = (kind: Parameters<typeof taking>[0]): Change =>
  where(
    isNew,
    taking(kind, (text) => (text === "" ? DEFAULT : text), [
      "missing-url",
      "not-a-url",
      "not-https",
      "url-too-long",
    ]),
  );

const acceptingLong = (kind: Parameters<typeof accepting>[0]) => accepting(kind, ["url-too-long"]);

/** Compares another length with the limit. */
const measuring = (length: (url: string) => number): Change =>
  instead("callbackUrl.length", (_call, url) => length(url));

/** Faults with values that are to be refused. */
export const callbackUrlRefusalMutants = toMutants({
  "callback-url.absent": {
    "keeps-the-url-when-none-comes": taking(isAbsent, stored),
    "keeps-the-url-when-none-comes-or-null": taking((value) => isAbsent(value) || isNull(value), stored),
  },
  "callback-url.null": {
    "keeps-the-url-on-null": taking(isNull, stored),
    "stores-the-text-null": taking(isNull, asJson),
    "takes-null-at-first": atFirst(isNull),
  },
  "callback-url.empty": {
    "empties-the-url": accepting(/^$/),
    "keeps-the-url-on-an-empty-one": taking(/^$/, stored),
    "takes-an-empty-url-at-first": atFirst(/^$/),
  },
  "callback-url.blank": {
    "stores-blanks": accepting(/^\s+$/),
    "trims-blanks-away": taking(/^\s+$/, stored),
  },
  "callback-url.not-a-string": {
    "stores-numbers": taking(isA("number"), asJson),
    "stores-booleans": taking(isA("boolean"), asJson),
    "takes-the-first-of-a-list": taking(isList, (_text, _call, list) => firstText(list) ?? DEFAULT),
    "takes-the-default-for-a-list": taking(isList, () => DEFAULT),
    "stores-lists-as-text": taking(isList, asJson),
    "stores-objects": taking(isObject, asJson),
    "takes-objects-at-first": atFirst(isObject),
  },
  "callback-url.not-a-url": {
    "stores-words": accepting(/^[^:/.]*[^\s:/.][^:/.]*$/),
    "stores-anything-after-https": accepting(/^https(?:$|:\/{0,2}$|:\/\/[^\w[])/),
    "stores-any-text": accepting(/^(?![a-z][a-z\d+.-]*:\/\/)\S/i),
    "accepts-an-open-bracket": accepting(/^https:\/\/\[[^\]]*$/),
    "searches-for-a-url-in-a-text": accepting(/^(?![A-Za-z]+:)[^]*https:\/\/[\w.-]+\//),
    "takes-a-word-at-first": atFirst(/^not-a-url$/),
    "takes-anything-of-the-first-merchant-at-first": where(isOfMerchant(0), atFirst(anything)),
  },
  "callback-url.disputed-syntax": {
    "accepts-angle-brackets-in-hosts": accepting(/^https:\/\/[\w.]*[<>]/),
    "accepts-letters-behind-digits-in-ports": accepting(/^https:\/\/[\w.-]+:\d+[a-z]/),
    "accepts-any-ipv6-address": accepting(/^https:\/\/\[.+\]/),
    "accepts-a-port-without-host": accepting(/^https:\/\/:\d+/),
    "accepts-control-characters-in-hosts": accepting(/^https:\/\/[\w.]*\p{Cc}/u),
    "accepts-words-as-ports": accepting(/^https:\/\/[\w.-]+:[a-z]/),
  },
  "callback-url.broken-escape-in-host": {
    "accepts-broken-escapes-in-hosts": accepting(/^https:\/\/[\w.-]*%/),
  },
  "callback-url.leading-blank": {
    "keeps-the-url-on-a-leading-blank": taking(PADDED, stored),
    "escapes-leading-blanks": taking(PADDED, encodeURI),
    "trims-urls-and-drops-their-last-segment": taking(PADDED, (text) => text.trim().replace(/\/[^/]*$/, "/")),
  },
  "callback-url.rfc-3986": {
    "stores-leading-blanks": accepting(PADDED),
    "stores-tabs-in-hosts": accepting((url) => /[\t\n\r]/.test(hostOf(url))),
    "stores-urls-without-slashes": accepting(/^https:\w/),
    "stores-urls-with-three-slashes": accepting(/^https:\/{3}\w/),
  },
  "callback-url.white-space-in-host": {
    "cuts-hosts-at-white-space": taking(
      (value) => /\S\s/.test(hostOf(String(value))),
      (text) => text.replace(/\s[^/]*/, ""),
    ),
    "stores-blanks-in-hosts": accepting((url) => /\S\s+\S/.test(hostOf(url))),
  },
  "callback-url.without-host": {
    "needs-no-host": accepting(/^https:\/\/([/?#]|$)/),
    "accepts-a-user-without-host": accepting(/^https:\/\/[^/?#]*@(?:[/?#]|$)/),
    "puts-its-own-host-before-urls-without-slashes": taking(/^https:\w/, (text) =>
      text.replace("https:", `${DEFAULT}/`),
    ),
    "takes-no-host-at-first": atFirst(/^https:\/\/$/),
  },
  "callback-url.https-only": {
    "accepts-plain-http": accepting(PLAIN_HTTP),
    "stores-plain-http-as-https": taking(PLAIN_HTTP, (text) => text.replace(PLAIN_HTTP, "https://")),
    "accepts-plain-http-in-upper-case": accepting(/^HTTP:\/\//),
    "accepts-plain-http-in-mixed-case": accepting(/^(?!http:|HTTP:)[Hh][Tt][Tt][Pp]:/),
    "accepts-plain-http-to-itself": accepting(/^http:\/\/(localhost|127\.)/),
    "accepts-plain-http-to-private-addresses": accepting(/^http:\/\/(10|192\.168)\./),
    "accepts-long-plain-http": accepting(/^http:\/\/[^]{294}/),
    "accepts-plain-http-with-escapes": accepting(/^http:\/\/[^]*%/),
    "accepts-plain-http-with-a-port": accepting(/^http:\/\/[^/]+:(?!443)\d+/),
    "accepts-plain-http-with-a-user": accepting(/^http:\/\/[^/]+@/),
    "accepts-plain-http-in-an-upper-case-host": accepting(/^http:\/\/[^/a-z]+\//),
    "trims-plain-http": taking(
      (value) => typeof value === "string" && /^\s+http:/.test(value),
      (text) => text.trim(),
    ),
    "accepts-plain-http-with-a-fragment": accepting(/^http:.*#/),
    "accepts-plain-http-with-a-query": accepting(/^http:.*\?./),
    "accepts-the-stored-url-over-plain-http": accepting(
      (url, call) => url.replace("http:", "https:") === currentOf(call)?.callbackUrl,
    ),
    "accepts-mail-addresses": accepting(/^mailto:/),
    "accepts-blobs": accepting(/^blob:/),
    "accepts-plain-http-on-update": where(not(isNew), accepting(PLAIN_HTTP)),
    "accepts-ftp": accepting(/^s?ftp:\/\//),
    "accepts-web-sockets": accepting(/^wss?:\/\//),
    "accepts-files": accepting(/^file:/),
    "accepts-data": accepting(/^data:/),
    "accepts-scripts": accepting(/^javascript:/),
    "refuses-nothing-but-http": accepting(/^(?!https?:)[a-z][a-z\d]*:\/\//),
    "takes-ftp-at-first": atFirst(/^ftp:/),
  },
  "callback-url.without-scheme": {
    "needs-no-colon-behind-the-scheme": accepting(/^https\/\//),
    "adds-a-missing-scheme": taking(NO_SCHEME, (text) => `https://${text}`),
    "stores-urls-without-scheme": accepting(NO_SCHEME),
    "accepts-a-relative-scheme": accepting(/^\/\/[\w-]/),
  },
  "callback-url.look-alike-scheme": {
    "accepts-what-begins-with-https": accepting(/^https[^:]+:\/\//),
    "takes-a-long-s-for-an-s": accepting(/^http\u017f:\/\//),
    "accepts-what-ends-with-https": accepting(/^[^:/?#]+https:\/\//),
  },
  "callback-url.https-elsewhere": {
    "accepts-https-anywhere": accepting(/^(?!https:)(?=[a-z][a-z\d]*:)[^]*https:\/\//),
    "looks-for-https-line-by-line": accepting(/^http:.*\nhttps:\/\//),
    "accepts-https-in-a-query": accepting(/[?#].*https:\/\//, ["not-https"]),
  },
  "callback-url.over-length": {
    "accepts-513-characters": acceptingLong(({ length }) => length <= 513),
    "accepts-2048-characters": acceptingLong(({ length }) => length <= 2048),
    "accepts-only-lengths-beyond-2048": acceptingLong(({ length }) => length > 2048),
    "counts-no-query": measuring((url) => url.replace(/\?.*$/s, "").length),
    "counts-no-fragment": measuring((url) => url.replace(/#.*$/s, "").length),
    "counts-no-scheme": measuring((url) => url.replace(/^[a-z]+:\/\//, "").length),
    "counts-only-the-path": measuring((url) => pathOf(url).length),
    "counts-an-escape-as-one": measuring((url) => url.replaceAll(/%[\da-f]{2}/gi, "x").length),
    "counts-the-longest-segment": measuring((url) =>
      Math.max(...url.split(/[/?&]/).map(({ length }) => length)),
    ),
    "cuts-what-is-too-long": taking(anything, (text) => text.slice(0, 512), ["url-too-long"]),
    "looks-at-lengths-on-create-alone": where(not(isNew), acceptingLong(anything)),
    "looks-at-lengths-on-update-alone": where(isNew, acceptingLong(anything)),
    "takes-anything-of-the-second-merchant-at-first": where(isOfMerchant(1), atFirst(anything)),
  },
  "lifecycle.refuses-input-throughout": {
    "accepts-plain-http-while-disabled": where(isDisabled, accepting(PLAIN_HTTP)),
    "looks-at-lengths-while-enabled-alone": where(isDisabled, acceptingLong(anything)),
  },
  "register.refuses-non-object-body": {
    "takes-an-array-for-a-body-at-first": where(
      all(isNew, (call) => bodyOf(call).startsWith("[")),
      instead("register.judge", () => DEFAULT),
    ),
  },
});

function firstText(list: unknown): string | undefined {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === "string" ? first : undefined;
}
