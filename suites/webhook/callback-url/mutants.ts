import { urlParts } from "../../../lib/reference/url-parts.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { refusal } from "../../../lib/reference/outcome.ts";
import { storing } from "../../../lib/reference/faults.ts";
import { currentOf, pathOf, refusing } from "./faults.ts";

const queryOf = (url: string) => /\?([^#]*)/.exec(url)?.[1] ?? "";
const changingQuery = (change: (parameters: string[]) => Iterable<string>) => (url: string) =>
  url.replace(/\?([^#]+)/, (_all, query: string) => `?${[...change(query.split("&"))].join("&")}`);

/** Faults with URLs that are to be accepted and returned as given. */
export const callbackUrlMutants = toMutants({
  "callback-url.ordinary-syntax": {
    "refuses-escapes": refusing((url) => url.includes("%")),
    "refuses-lower-case-escapes": refusing((url) => /%[\dA-F]?[a-f]/.test(url)),
    "refuses-repeated-slashes": refusing((url) => pathOf(url).includes("//")),
    "refuses-queries": refusing((url) => url.includes("?")),
    "refuses-queries-with-several-parameters": refusing((url) => url.includes("&")),
    "refuses-sub-delimiters": refusing((url) => /[!$'()*+,;]/.test(pathOf(url))),
    "refuses-tildes": refusing((url) => url.includes("~")),
    "refuses-colons-and-at-signs-in-paths": refusing((url) => /[:@]/.test(pathOf(url))),
    "lower-cases-urls": storing((url) => url.toLowerCase()),
    "drops-queries": storing((url) => url.replace(/\?.*$/s, "")),
    "drops-trailing-slashes": storing((url) => url.replace(/\/$/, "")),
    "cuts-values-at-a-second-equals-sign": storing((url) =>
      url.replaceAll(/([?&][^=&]+=[^=&]*)=[^&]*/g, "$1"),
    ),
    "drops-leading-zeros-of-values": storing((url) => url.replaceAll(/([?&][^=&]+=)0+(?=\d)/g, "$1")),
    "drops-index-html": storing((url) => url.replace(/index\.html$/, "")),
    "fills-templates-in": storing((url) => url.replaceAll(/%7B.*?%7D/gi, "")),
    "decodes-escapes": storing((url) =>
      url.replaceAll(/%([2-7][\da-f])/gi, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    ),
    "escapes-escapes": storing((url) => url.replaceAll("%", "%25")),
    "turns-plus-into-a-blank": storing((url) => url.replaceAll("+", " ")),
    "turns-plus-into-an-escape": storing((url) => url.replaceAll("+", "%2B")),
    "removes-repeated-slashes": storing((url) => url.replaceAll(/(?<!:)\/{2,}/g, "/")),
    "escapes-for-html": storing((url) => url.replaceAll("&", "&amp;")),
    "cuts-at-a-semicolon": storing((url) => url.replace(/;.*$/s, "")),
    "sorts-query-parameters": storing(changingQuery((parameters) => parameters.toSorted())),
    "drops-repeated-parameters": storing(changingQuery((parameters) => new Set(parameters))),
    "drops-an-empty-query": storing((url) => url.replace(/\?$/, "")),
    "lower-cases-escaped-urls": storing((url) => (url.includes("%") ? url.toLowerCase() : url)),
    "strips-quotes": storing((url) => url.replaceAll("'", "")),
    "masks-card-numbers": storing((url) =>
      url.replaceAll(/\d{16}/g, (digits) => `************${digits.slice(-4)}`),
    ),
    "takes-www-away": storing((url) => url.replace("://www.", "://")),
    "lower-cases-urls-while-disabled": storing((url, call) =>
      currentOf(call)?.status === 0 ? url.toLowerCase() : url,
    ),
    "is-unavailable-for-urls-with-a-query": ({ register, envelope }) => ({
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
    "lower-cases-urls-of-all-but-one-merchant": storing((url, { headers, merchants: [first] }) =>
      headers.get("x-api-key") === first?.apiKey ? url : url.toLowerCase(),
    ),
  },
  "callback-url.max-length": {
    "refuses-512-characters": refusing((url) => url.length >= 512),
    "refuses-500-characters": refusing((url) => url.length >= 500),
    "refuses-256-characters": refusing((url) => url.length >= 256),
    "refuses-paths-of-256-characters": refusing((url) => pathOf(url).length >= 256),
    "refuses-segments-of-256-characters": refusing((url) =>
      pathOf(url)
        .split("/")
        .some(({ length }) => length >= 256),
    ),
    "refuses-queries-of-256-characters": refusing((url) => queryOf(url).length >= 256),
    "counts-an-escape-as-five": refusing((url) => encodeURI(url).length > 512),
    "cuts-urls-at-255-characters": storing((url) => url.slice(0, 255)),
    "cuts-urls-at-511-characters": storing((url) => url.slice(0, 511)),
    "cuts-urls-at-500-characters": storing((url) => url.slice(0, 500)),
  },
  "callback-url.unusual-as-given": {
    "drops-ports": storing((url) => url.replace(/^(https:\/\/[^/?#]*):\d+(?=[/?#]|$)/, "$1")),
    "drops-userinfo": storing((url) => url.replace(/^(https:\/\/)[^/?#]*@/i, "$1")),
    "drops-fragments": storing((url) => url.replace(/#.*$/s, "")),
    "drops-segments-before-dots": storing((url) => url.replaceAll(/\/[^/]+\/\.\.?(?=\/)/g, "")),
  },
  "callback-url.unusual-unchanged": {
    "writes-escapes-in-upper-case": storing((url) =>
      url.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase()),
    ),
    "drops-the-default-port": storing((url) => url.replace(/^(https:\/\/[^/?#]*):443(?=[/?#]|$)/, "$1")),
    "lower-cases-schemes": storing((url) => url.replace(/^https/i, "https")),
    "lower-cases-hosts": storing((url) => url.replace(/^https:\/\/[^/?#]*/, (start) => start.toLowerCase())),
    "adds-a-trailing-slash": storing((url) => (/[?#/]/.test(url.slice(8)) ? url : `${url}/`)),
    "resolves-dot-segments": storing((url) => (url.includes("/../") ? new URL(url).href : url)),
  },
  "callback-url.international-unchanged": {
    "writes-hosts-in-punycode": storing((url) => {
      const { host } = urlParts(url);
      return host === encodeURI(host) ? url : url.replace(host, new URL(url).host);
    }),
    "escapes-what-is-not-ascii": storing((url) => url.replaceAll(/[^\0-\x7f]+/g, encodeURIComponent)),
  },
  "callback-url.international-as-given": {
    "writes-question-marks-for-what-is-not-ascii": storing((url) => url.replaceAll(/[^\0-\x7f]/gu, "?")),
  },
});
