import { urlParts } from "../../../lib/reference/url-parts.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import { refusal } from "../../../lib/reference/outcome.ts";
import { storing } from "../../../lib/reference/faults.ts";
import { currentOf, pathOf, refusingUrls, rewritingUrls } from "./faults.ts";

const queryOf = (url: string) => /\?([^#]*)/.exec(url)?.[1] ?? "";
const changingQuery = (change: (parameters: string[]) => Iterable<string>) => (url: string) =>
  url.replace(/\?([^#]+)/, (_all, query: string) => `?${[...change(query.split("&"))].join("&")}`);

/** Faults with URLs that are to be accepted and returned as given. */
export const callbackUrlMutants = [
  ...refusingUrls("callback-url.ordinary-syntax", {
    "refuses-escapes": (url) => url.includes("%"),
    "refuses-lower-case-escapes": (url) => /%[\dA-F]?[a-f]/.test(url),
    "refuses-repeated-slashes": (url) => pathOf(url).includes("//"),
    "refuses-queries": (url) => url.includes("?"),
    "refuses-queries-with-several-parameters": (url) => url.includes("&"),
    "refuses-sub-delimiters": (url) => /[!$'()*+,;]/.test(pathOf(url)),
    "refuses-tildes": (url) => url.includes("~"),
    "refuses-colons-and-at-signs-in-paths": (url) => /[:@]/.test(pathOf(url)),
  }),
  ...rewritingUrls("callback-url.ordinary-syntax", {
    "lower-cases-urls": (url) => url.toLowerCase(),
    "drops-queries": (url) => url.replace(/\?.*$/s, ""),
    "drops-trailing-slashes": (url) => url.replace(/\/$/, ""),
    "cuts-values-at-a-second-equals-sign": (url) => url.replaceAll(/([?&][^=&]+=[^=&]*)=[^&]*/g, "$1"),
    "drops-leading-zeros-of-values": (url) => url.replaceAll(/([?&][^=&]+=)0+(?=\d)/g, "$1"),
    "drops-index-html": (url) => url.replace(/index\.html$/, ""),
    "fills-templates-in": (url) => url.replaceAll(/%7B.*?%7D/gi, ""),
    "decodes-escapes": (url) =>
      url.replaceAll(/%([2-7][\da-f])/gi, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    "writes-escapes-in-upper-case": (url) =>
      url.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase()),
    "escapes-escapes": (url) => url.replaceAll("%", "%25"),
    "turns-plus-into-a-blank": (url) => url.replaceAll("+", " "),
    "turns-plus-into-an-escape": (url) => url.replaceAll("+", "%2B"),
    "removes-repeated-slashes": (url) => url.replaceAll(/(?<!:)\/{2,}/g, "/"),
    "escapes-for-html": (url) => url.replaceAll("&", "&amp;"),
    "cuts-at-a-semicolon": (url) => url.replace(/;.*$/s, ""),
    "sorts-query-parameters": changingQuery((parameters) => parameters.toSorted()),
    "drops-repeated-parameters": changingQuery((parameters) => new Set(parameters)),
    "drops-an-empty-query": (url) => url.replace(/\?$/, ""),
    "lower-cases-escaped-urls": (url) => (url.includes("%") ? url.toLowerCase() : url),
    "strips-quotes": (url) => url.replaceAll("'", ""),
    "masks-card-numbers": (url) => url.replaceAll(/\d{16}/g, (digits) => `************${digits.slice(-4)}`),
    "takes-www-away": (url) => url.replace("://www.", "://"),
    "lower-cases-urls-while-disabled": (url, call) =>
      currentOf(call)?.status === 0 ? url.toLowerCase() : url,
  }),
  mutant(
    "is-unavailable-for-urls-with-a-query",
    "callback-url.ordinary-syntax",
    ({ register, envelope }) => ({
      register: {
        perform: (call, owner) => {
          const url = register.judge(call);
          const hasQuery = typeof url === "string" && url.includes("?");
          return hasQuery ? refusal("not-available") : register.perform(call, owner);
        },
      },
      envelope: {
        status: (call, outcome) =>
          outcome.refused && outcome.reason === "not-available" ? 503 : envelope.status(call, outcome),
      },
    }),
  ),
  mutant(
    "lower-cases-urls-of-all-but-one-merchant",
    "callback-url.ordinary-syntax",
    storing((url, { headers, merchants: [first] }) =>
      headers.get("x-api-key") === first?.apiKey ? url : url.toLowerCase(),
    ),
  ),
  ...refusingUrls("callback-url.max-length", {
    "refuses-512-characters": (url) => url.length >= 512,
    "refuses-500-characters": (url) => url.length >= 500,
    "refuses-256-characters": (url) => url.length >= 256,
    "refuses-paths-of-256-characters": (url) => pathOf(url).length >= 256,
    "refuses-segments-of-256-characters": (url) =>
      pathOf(url)
        .split("/")
        .some(({ length }) => length >= 256),
    "refuses-queries-of-256-characters": (url) => queryOf(url).length >= 256,
    "counts-an-escape-as-five": (url) => encodeURI(url).length > 512,
  }),
  ...rewritingUrls("callback-url.max-length", {
    "cuts-urls-at-255-characters": (url) => url.slice(0, 255),
    "cuts-urls-at-511-characters": (url) => url.slice(0, 511),
    "cuts-urls-at-500-characters": (url) => url.slice(0, 500),
  }),
  ...rewritingUrls("callback-url.unusual-as-given", {
    "drops-ports": (url) => url.replace(/^(https:\/\/[^/?#]*):\d+(?=[/?#]|$)/, "$1"),
    "drops-userinfo": (url) => url.replace(/^(https:\/\/)[^/?#]*@/i, "$1"),
    "drops-fragments": (url) => url.replace(/#.*$/s, ""),
    "drops-segments-before-dots": (url) => url.replaceAll(/\/[^/]+\/\.\.?(?=\/)/g, ""),
  }),
  ...rewritingUrls("callback-url.unusual-unchanged", {
    "drops-the-default-port": (url) => url.replace(/^(https:\/\/[^/?#]*):443(?=[/?#]|$)/, "$1"),
    "lower-cases-schemes": (url) => url.replace(/^https/i, "https"),
    "lower-cases-hosts": (url) => url.replace(/^https:\/\/[^/?#]*/, (start) => start.toLowerCase()),
    "adds-a-trailing-slash": (url) => (/[?#/]/.test(url.slice(8)) ? url : `${url}/`),
    "resolves-dot-segments": (url) => (url.includes("/../") ? new URL(url).href : url),
  }),
  ...rewritingUrls("callback-url.international-unchanged", {
    "writes-hosts-in-punycode": (url) => {
      const { host } = urlParts(url);
      return host === encodeURI(host) ? url : url.replace(host, new URL(url).host);
    },
    "escapes-what-is-not-ascii": (url) => url.replaceAll(/[^\0-\x7f]+/g, encodeURIComponent),
  }),
  ...rewritingUrls("callback-url.international-as-given", {
    "writes-question-marks-for-what-is-not-ascii": (url) => url.replaceAll(/[^\0-\x7f]/gu, "?"),
  }),
];
