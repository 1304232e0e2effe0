import { fault, onKeep, wrap } from "./tools.ts";
import type { Exchange, Fault, Row } from "./types.ts";

const GIVEN = "2.2 callbackUrl; 3.2 created with the given callbackUrl";
const UPDATED = "3.2 callbackUrl is updated";

/** The URL is changed on its way to the store. */
const stores = (name: string, what: string, change: (url: string) => string): Fault =>
  fault(name, "any", GIVEN, what, (p) => onKeep(p, change));

/** An update does not reach the store in some case. */
const ignores = (
  name: string,
  what: string,
  test: (url: string, before: Row, x: Exchange) => boolean,
): Fault =>
  fault(name, "any", UPDATED, what, (p) =>
    onKeep(p, (url, before, x) => (before !== undefined && test(url, before, x) ? before.callbackUrl : url)),
  );

const bare = (url: string): string => url.replace(/[?#].*$/, "");

const hostOf = (url: string): string => new URL(url).host;

/** Sorts the parameters of a query. */
function sorted(url: string): string {
  const mark = url.indexOf("?");
  if (mark < 0) return url;
  return `${url.slice(0, mark)}?${url
    .slice(mark + 1)
    .split("&")
    .toSorted()
    .join("&")}`;
}

const safely = (url: string, change: (url: string) => string): string => {
  try {
    return change(url);
  } catch {
    return url;
  }
};

/** Collapses dot segments of the path without touching the rest. */
function undotted(url: string): string {
  const path = /^(https:\/\/[^/?#]+)([^?#]*)(.*)$/i.exec(url);
  if (path === null) return url;
  const [, start = "", middle = "", end = ""] = path;
  return start + middle.replaceAll(/\/\.(?=\/|$)/g, "").replaceAll(/\/[^/]+\/\.\.(?=\/|$)/g, "") + end;
}

/** URLs that are stored otherwise than given, and updates that are dropped. */
export const KEEP_FAULTS: Fault[] = [
  stores("slash-removed", "a slash at the end is removed", (u) => u.replace(/\/$/, "")),
  stores("slash-added", "a slash is added when there is no path", (u) =>
    /^https:\/\/[^/?#]+$/.test(u) ? `${u}/` : u,
  ),
  stores("slash-added-path", "a slash is added to every path", (u) =>
    /[/?#][^/]*$/.test(u) && !u.includes("?") && !u.endsWith("/") ? `${u}/` : u,
  ),
  stores(
    "slashes-merged",
    "double slashes in the path are merged",
    (u) => u.slice(0, 8) + u.slice(8).replaceAll(/\/{2,}/g, "/"),
  ),
  stores("dots-resolved", "dot segments are resolved", undotted),
  stores("lower-case", "the URL is put in lower case", (u) => u.toLowerCase()),
  stores("lower-case-query", "the query is put in lower case", (u) =>
    u.replace(/\?.*$/, (q) => q.toLowerCase()),
  ),
  stores("lower-case-host", "scheme and host are put in lower case", (u) =>
    u.replace(/^[^/]+\/\/[^/?#]+/, (h) => h.toLowerCase()),
  ),
  stores("percent-decoded", "percent-encoding is decoded", (u) => safely(u, decodeURIComponent)),
  stores("percent-decoded-safe", "only percent-encoded letters and marks are decoded", (u) =>
    safely(u, decodeURI),
  ),
  stores("percent-twice", "percent signs are encoded again", (u) => u.replaceAll("%", "%25")),
  stores("percent-upper", "percent-encoding is put in upper case", (u) =>
    u.replaceAll(/%[\da-f]{2}/gi, (h) => h.toUpperCase()),
  ),
  stores("percent-lower", "percent-encoding is put in lower case", (u) =>
    u.replaceAll(/%[\da-f]{2}/gi, (h) => h.toLowerCase()),
  ),
  stores("percent-slash", "%2F becomes a slash", (u) => u.replaceAll(/%2f/gi, "/")),
  stores("plus-blank", "a plus sign in the query becomes %20", (u) =>
    u.replace(/\?.*$/, (q) => q.replaceAll("+", "%20")),
  ),
  stores("blank-plus", "%20 becomes a plus sign", (u) => u.replaceAll("%20", "+")),
  stores("query-removed", "the query is removed", (u) => u.replace(/\?[^#]*/, "")),
  stores("query-sorted", "parameters are sorted", sorted),
  stores("query-last", "of equal parameter names only the last is kept", (u) =>
    u.replace(/\?[^#]*/, (q) => {
      const seen = new Map(
        q
          .slice(1)
          .split("&")
          .map((pair) => [pair.split("=")[0] ?? "", pair]),
      );
      return `?${[...seen.values()].join("&")}`;
    }),
  ),
  stores("query-first", "only the first parameter is kept", (u) => u.replace(/&.*$/, "")),
  stores("query-empty-removed", "an empty query loses its mark", (u) => u.replace(/\?$/, "")),
  stores("query-equals", "parameters without a value lose their sign", (u) => u.replaceAll(/=(?=&|$)/g, "")),
  stores("query-form", "the query is parsed and written again as a form", (u) => {
    const mark = u.indexOf("?");
    return mark < 0 ? u : `${u.slice(0, mark)}?${new URLSearchParams(u.slice(mark + 1)).toString()}`;
  }),
  stores("fragment-removed", "the fragment is removed", (u) => u.replace(/#.*$/, "")),
  stores("parser-form", "the URL is written again by a parser", (u) => new URL(u).href),
  stores("port-443-removed", "port 443 is removed", (u) =>
    u.replace(/^(https:\/\/[^/?#]+):443(?=[/?#]|$)/, "$1"),
  ),
  stores("port-removed", "any port is removed", (u) => u.replace(/^(https:\/\/[^/?#:]+):\d+/, "$1")),
  stores("www-removed", "www. is removed", (u) => u.replace("://www.", "://")),
  stores("userinfo-removed", "user information is removed", (u) => u.replace(/^(https:\/\/)[^/?#@]*@/, "$1")),
  stores("matrix-removed", "semicolon parameters of the path are removed", (u) => u.replace(/;[^/?#]*/, "")),
  stores("html-escaped", "ampersands become &amp;", (u) => u.replaceAll("&", "&amp;")),
  stores("quote-doubled", "apostrophes are doubled", (u) => u.replaceAll("'", "''")),
  stores("tilde-encoded", "tildes become %7E", (u) => u.replaceAll("~", "%7E")),
  stores("marks-encoded", "the marks !*'() are percent-encoded", (u) =>
    u.replaceAll(/[!*'()]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
  ),
  stores("underscore", "underscores in the path become hyphens", (u) =>
    u.replace(/^(https:\/\/[^/]+)(.*)$/, (_all, h: string, t: string) => h + t.replaceAll("_", "-")),
  ),
  stores("secrets-masked", "values of token, key and secret are masked", (u) =>
    u.replaceAll(/((?:token|key|secret|sign)=)[^&#]*/gi, "$1***"),
  ),
  stores("cut-511", "the last of 512 characters is cut off", (u) => u.slice(0, 511)),
  stores("cut-255", "the URL is cut at 255 characters", (u) => u.slice(0, 255)),
  stores("cut-256", "the URL is cut at 256 characters", (u) => u.slice(0, 256)),
  stores("cut-500", "the URL is cut at 500 characters", (u) => u.slice(0, 500)),
  stores("digits", "runs of 16 digits are masked as card numbers", (u) =>
    u.replaceAll(/\d{16}/g, "****************"),
  ),
  stores("bell", "a parameter v=1 is added to a query", (u) => (u.includes("?") ? `${u}&v=1` : u)),
  ignores("update-ignored", "updates are ignored", () => true),
  ignores(
    "update-ignored-disabled",
    "updates of a disabled configuration are ignored",
    (_u, row) => row.status === 0,
  ),
  ignores(
    "update-ignored-query",
    "updates that differ in the query only are ignored",
    (u, row) => bare(u) === bare(row.callbackUrl),
  ),
  ignores(
    "update-ignored-case",
    "updates that differ in case only are ignored",
    (u, row) => u.toLowerCase() === row.callbackUrl.toLowerCase(),
  ),
  ignores(
    "update-ignored-slash",
    "updates that differ in a slash at the end only are ignored",
    (u, row) => u.replace(/\/$/, "") === row.callbackUrl.replace(/\/$/, ""),
  ),
  ignores("update-ignored-prefix", "updates to a prefix of the stored URL are ignored", (u, row) =>
    row.callbackUrl.startsWith(u),
  ),
  ignores("update-ignored-longer", "updates that prolong the stored URL are ignored", (u, row) =>
    u.startsWith(row.callbackUrl),
  ),
  ignores(
    "update-ignored-host",
    "updates to the same host are ignored",
    (u, row) => hostOf(u) === hostOf(row.callbackUrl),
  ),
  ignores(
    "update-ignored-host-new",
    "updates to another host are ignored",
    (u, row) => hostOf(u) !== hostOf(row.callbackUrl),
  ),
  ignores(
    "update-ignored-length",
    "updates of the same length are ignored",
    (u, row) => u.length === row.callbackUrl.length,
  ),
  ignores("update-ignored-long", "updates over 400 characters are ignored", (u) => u.length > 400),
  ignores(
    "update-ignored-64",
    "updates equal in the first 64 characters are ignored",
    (u, row) => u.slice(0, 64) === row.callbackUrl.slice(0, 64),
  ),
  ignores(
    "update-ignored-shorter",
    "updates that shorten a URL over 256 characters are ignored",
    (u, row) => row.callbackUrl.length > 256 && u.length < 256,
  ),
  fault("update-ignored-seen", "any", UPDATED, "a URL that was stored before is ignored", (p) => {
    const seen = new Set<string>();
    onKeep(p, (url, before, x) => {
      const key = `${x.caller?.name} ${url}`;
      if (before !== undefined && seen.has(key)) return before.callbackUrl;
      seen.add(key);
      return url;
    });
  }),
  fault("update-every-other", "any", UPDATED, "every second update is ignored", (p) => {
    let count = 0;
    onKeep(p, (url, before) => (before !== undefined && ++count % 2 === 0 ? before.callbackUrl : url));
  }),
  fault("update-fifth", "any", UPDATED, "every fifth update of a merchant is ignored", (p) => {
    const counts = new Map<string, number>();
    onKeep(p, (url, before, x) => {
      const n = (counts.get(x.caller?.name ?? "") ?? 0) + 1;
      counts.set(x.caller?.name ?? "", n);
      return before !== undefined && n % 5 === 0 ? before.callbackUrl : url;
    });
  }),
  fault("update-tenth", "any", UPDATED, "one update in ten is lost by chance", (p) =>
    onKeep(p, (url, before) => (before !== undefined && p.chance() < 0.1 ? before.callbackUrl : url)),
  ),
  fault("update-quick", "any", UPDATED, "updates within 20 ms of the last are ignored", (p) => {
    let last = 0;
    onKeep(p, (url, before) => {
      const soon = p.now() - last < 20;
      last = p.now();
      return before !== undefined && soon ? before.callbackUrl : url;
    });
  }),
  fault("update-appends", "any", UPDATED, "an update adds its URL to the stored one", (p) =>
    onKeep(p, (url, before) =>
      before === undefined || before.callbackUrl === url ? url : `${before.callbackUrl},${url}`,
    ),
  ),
  fault("update-not-second", "any", UPDATED, "updates of the second merchant are ignored", (p) =>
    onKeep(p, (url, before, x) =>
      before !== undefined && x.caller === p.merchants[1] ? before.callbackUrl : url,
    ),
  ),
  fault("query-removed-update", "any", UPDATED, "the query is removed when it updates", (p) =>
    onKeep(p, (url, before) => (before === undefined ? url : url.replace(/\?.*$/, ""))),
  ),
  fault(
    "lower-case-disabled",
    "any",
    UPDATED,
    "the URL is put in lower case when it updates a disabled configuration",
    (p) => onKeep(p, (url, before) => (before?.status === 0 ? url.toLowerCase() : url)),
  ),
  fault("first-name-wins", "any", GIVEN, "the URL is read by a pattern that stops at an escape", (p) =>
    wrap(p, "pick", (old) => (body, x) => {
      const found = /"callbackUrl"\s*:\s*"([^"\\]*)/.exec(x.body.toString("utf8"));
      return found?.[1] ?? old(body, x);
    }),
  ),
];
