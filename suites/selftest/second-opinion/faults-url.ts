import { alsoAccept, fault, wrap } from "./tools.ts";
import { isHttpsUrl } from "./plan.ts";
import type { Exchange, Fault, Plan } from "./types.ts";

const LENGTH = "2.2 maximum length";
const SCHEME = "2.2 HTTPS URL";
const TYPE = "2.2 type";

const takes = (
  name: string,
  breaks: string,
  what: string,
  test: (url: unknown, x: Exchange, p: Plan) => boolean,
): Fault => fault(name, "any", breaks, what, (p) => alsoAccept(p, (url, x) => test(url, x, p)));

/** True for a string that matches. */
const like =
  (pattern: RegExp) =>
  (url: unknown): boolean =>
    typeof url === "string" && pattern.test(url);

/** True for a URL that is legal but for its length, after a change. */
const longBut =
  (change: (url: string) => string) =>
  (url: unknown): boolean =>
    typeof url === "string" && isHttpsUrl(url.slice(0, 400)) && change(url).length <= 512;

const registered = (p: Plan, x: Exchange): boolean => p.rows.has(x.caller?.name ?? "");

const disabled = (p: Plan, x: Exchange): boolean => p.rows.get(x.caller?.name ?? "")?.status === 0;

const isSecond = (p: Plan, x: Exchange): boolean => x.caller === p.merchants[1];

/** URLs that are taken or refused against section 2.2. */
export const URL_FAULTS: Fault[] = [
  takes(
    "limit-513",
    LENGTH,
    "513 characters are taken",
    (u) => like(/^https:\/\//)(u) && String(u).length === 513,
  ),
  takes(
    "limit-520",
    LENGTH,
    "520 characters are taken",
    longBut((u) => u.slice(8)),
  ),
  takes(
    "limit-1024",
    LENGTH,
    "1,024 characters are taken",
    longBut((u) => u.slice(512)),
  ),
  takes(
    "limit-none",
    LENGTH,
    "any length is taken",
    longBut(() => ""),
  ),
  takes(
    "limit-path",
    LENGTH,
    "the query does not count",
    longBut((u) => u.replace(/\?.*$/, "")),
  ),
  takes(
    "limit-no-fragment",
    LENGTH,
    "the fragment does not count",
    longBut((u) => u.replace(/#.*$/, "")),
  ),
  takes(
    "limit-decoded",
    LENGTH,
    "length counts after percent-decoding",
    longBut((u) => u.replaceAll(/%[\da-f]{2}/gi, "x")),
  ),
  takes(
    "limit-create-only",
    LENGTH,
    "an update may be of any length",
    (u, x, p) => registered(p, x) && longBut(() => "")(u),
  ),
  takes(
    "limit-not-disabled",
    LENGTH,
    "any length is taken while disabled",
    (u, x, p) => disabled(p, x) && longBut(() => "")(u),
  ),
  takes(
    "limit-not-second",
    LENGTH,
    "any length is taken from the second merchant",
    (u, x, p) => isSecond(p, x) && longBut(() => "")(u),
  ),
  takes(
    "limit-over-2000",
    LENGTH,
    "lengths over 2,000 are taken",
    (u) => String(u).length > 2000 && longBut(() => "")(u),
  ),
  takes(
    "limit-wraps",
    LENGTH,
    "length is kept in ten bits",
    (u) => longBut(() => "")(u) && String(u).length % 1024 <= 512,
  ),
  fault("limit-truncates", "any", LENGTH, "longer URLs are cut to 512 and taken", (p) => {
    alsoAccept(
      p,
      longBut(() => ""),
    );
    wrap(p, "keep", (old) => (url, x, before) => old(url.slice(0, 512), x, before));
  }),
  takes("http", SCHEME, "http is taken", like(/^http:\/\/\S+$/)),
  takes("http-upper", SCHEME, "HTTP in capitals is taken", like(/^HTTP:\/\/\S+$/)),
  takes("http-local", SCHEME, "http is taken for local hosts", like(/^http:\/\/(localhost|127\.0\.0\.1)\b/)),
  takes("http-port-443", SCHEME, "http is taken with port 443", like(/^http:\/\/[^/]+:443\b/)),
  takes(
    "http-update",
    SCHEME,
    "http is taken when it updates",
    (u, x, p) => registered(p, x) && like(/^http:\/\/\S+$/)(u),
  ),
  takes("http-same-host", SCHEME, "http is taken for the host that is stored", (u, x, p) => {
    const row = p.rows.get(x.caller?.name ?? "");
    return (
      row !== undefined &&
      like(/^http:\/\/\S+$/)(u) &&
      URL.canParse(String(u)) &&
      new URL(String(u)).host === new URL(row.callbackUrl).host
    );
  }),
  takes(
    "http-disabled",
    SCHEME,
    "http is taken while disabled",
    (u, x, p) => disabled(p, x) && like(/^http:\/\/\S+$/)(u),
  ),
  takes(
    "http-second",
    SCHEME,
    "http is taken from the second merchant",
    (u, x, p) => isSecond(p, x) && like(/^http:\/\/\S+$/)(u),
  ),
  takes("ftp", SCHEME, "ftp is taken", like(/^ftps?:\/\/\S+$/)),
  takes("wss", SCHEME, "ws and wss are taken", like(/^wss?:\/\/\S+$/)),
  takes(
    "javascript",
    SCHEME,
    "javascript, data and mailto are taken",
    like(/^(javascript|data|mailto|file):/),
  ),
  takes("any-scheme", SCHEME, "any scheme is taken", like(/^[a-z][a-z\d+.-]*:\S+$/i)),
  takes(
    "no-scheme",
    SCHEME,
    "a host and path without a scheme are taken",
    like(/^[a-z\d-]+(\.[a-z\d-]+)+(\/\S*)?$/i),
  ),
  takes("relative", SCHEME, "a path alone is taken", like(/^\/\S*$/)),
  takes("https-prefix", SCHEME, "anything that starts with https is taken", like(/^https\S*$/)),
  takes("https-inside", SCHEME, "anything with https:// inside is taken", like(/https:\/\//)),
  takes(
    "https-inside-query",
    SCHEME,
    "http is taken with https:// in its query",
    like(/^http:\/\/\S*\?\S*https:\/\//),
  ),
  takes("https-no-host", SCHEME, "https:// without a host is taken", like(/^https:\/\/$/)),
  takes("blank-inside", SCHEME, "blanks inside are taken", like(/^https:\/\/\S+ .*\S$/)),
  takes("blank-inside-host", SCHEME, "blanks in the host are taken", like(/^https:\/\/[^/]* [^/]*/)),
  takes(
    "tab-lead",
    SCHEME,
    "white space before or after is taken",
    like(/^\s+https:\/\/\S+$|^https:\/\/\S+\s+$/),
  ),
  takes("blank-only", SCHEME, "a string of blanks is taken", like(/^\s+$/)),
  takes("empty", SCHEME, "the empty string is taken", like(/^$/)),
  takes("word", SCHEME, "any word is taken", like(/^[\w-]+$/)),
  takes("absent", "2.2 required", "a body without callbackUrl is taken", (u) => u === undefined),
  takes(
    "absent-update",
    "2.2 required",
    "an update without callbackUrl is taken",
    (u, x, p) => u === undefined && registered(p, x),
  ),
  takes("null", TYPE, "callbackUrl null is taken", (u) => u === null),
  takes("number", TYPE, "callbackUrl as a number is taken", (u) => typeof u === "number"),
  takes("boolean", TYPE, "callbackUrl as a boolean is taken", (u) => typeof u === "boolean"),
  takes(
    "object",
    TYPE,
    "callbackUrl as an object is taken",
    (u) => typeof u === "object" && u !== null && !Array.isArray(u),
  ),
  takes("array", TYPE, "callbackUrl as an array is taken", (u) => Array.isArray(u)),
];
