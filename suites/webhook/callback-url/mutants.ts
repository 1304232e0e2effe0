import type { Call } from "../../../lib/reference/call.ts";
import { changing, instead, together, where } from "../../../lib/reference/changes.ts";
import {
  hasHeader,
  isDisabled,
  isOfMerchant,
  isReused,
  not,
  refusing,
  showing,
  storing,
} from "../../../lib/reference/faults.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { refusal } from "../../../lib/reference/outcome.ts";
import { urlParts } from "../../../lib/reference/url-parts.ts";
import { pathOf, rejecting, rewriting } from "./faults.ts";

const queryOf = (url: string) => /\?([^#]*)/.exec(url)?.[1] ?? "";
const lowerCase = (url: string) => url.toLowerCase();
const changingQuery = (change: (parameters: string[]) => Iterable<string>): Change =>
  storing((url) =>
    url.replace(/\?([^#]+)/, (_all, query: string) => `?${[...change(query.split("&"))].join("&")}`),
  );

/** The URL of an acceptable register; empty: the register is to be refused. */
function acceptableIn(call: Call): string {
  const url = call.rules.register.judge(call);
  return typeof url === "string" ? url : "";
}

/** Refuses texts of some form as URLs that it does not support. */
const notSupporting = (form: RegExp): Change =>
  instead("callbackUrl.judge", (_call, value) =>
    typeof value === "string" && form.test(value) ? refusal("unusual-url", value) : undefined,
  );

/** Faults with URLs that are to be accepted and returned as given. */
export const callbackUrlMutants = toMutants({
  "callback-url.ordinary-syntax": {
    "refuses-escapes": rejecting(/%/),
    "refuses-lower-case-escapes": rejecting(/%[\dA-F]?[a-f]/),
    "refuses-repeated-slashes": rejecting((url) => pathOf(url).includes("//")),
    "refuses-queries": rejecting(/\?/),
    "refuses-queries-with-several-parameters": rejecting(/&/),
    "refuses-sub-delimiters": rejecting((url) => /[!$'()*+,;]/.test(pathOf(url))),
    "refuses-tildes": rejecting(/~/),
    "refuses-colons-and-at-signs-in-paths": rejecting((url) => /[:@]/.test(pathOf(url))),
    "refuses-escaped-bytes-that-are-not-utf-8": rejecting(/%ff/i),
    "refuses-localhost-anywhere": rejecting(/localhost/),
    "refuses-scripts-of-php": rejecting(/\.php/),
    "lower-cases-urls": storing(lowerCase),
    "drops-queries": rewriting(/\?.*$/s, ""),
    "adds-a-slash-to-paths-with-a-query": rewriting(/(?<=\w)\?/, "/?"),
    "drops-trailing-slashes": rewriting(/\/$/, ""),
    "cuts-values-at-a-second-equals-sign": rewriting(/([?&][^=&]+=[^=&]*)=[^&]*/g, "$1"),
    "drops-leading-zeros-of-values": rewriting(/([?&][^=&]+=)0+(?=\d)/g, "$1"),
    "drops-index-html": rewriting(/index\.html$/, ""),
    "fills-templates-in": rewriting(/%7B.*?%7D/gi, ""),
    "decodes-escapes": storing((url) =>
      url.replaceAll(/%([2-7][\da-f])/gi, (_all, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    ),
    "escapes-escapes": rewriting(/%/g, "%25"),
    "turns-plus-into-a-blank": rewriting(/\+/g, " "),
    "turns-plus-into-an-escape": rewriting(/\+/g, "%2B"),
    "removes-repeated-slashes": rewriting(/(?<!:)\/{2,}/g, "/"),
    "escapes-for-html": rewriting(/&/g, "&amp;"),
    "cuts-at-a-semicolon": rewriting(/;.*$/s, ""),
    "sorts-query-parameters": changingQuery((parameters) => parameters.toSorted()),
    "drops-repeated-parameters": changingQuery((parameters) => new Set(parameters)),
    "drops-an-empty-query": rewriting(/\?$/, ""),
    "lower-cases-escaped-urls": storing((url) => (url.includes("%") ? url.toLowerCase() : url)),
    "strips-quotes": rewriting(/'/g, ""),
    "masks-card-numbers": storing((url) =>
      url.replaceAll(/\d{16}/g, (digits) => `************${digits.slice(-4)}`),
    ),
    "takes-www-away": rewriting(/:\/\/www\./, "://"),
    "lower-cases-urls-while-disabled": where(isDisabled, storing(lowerCase)),
    "is-unavailable-for-urls-with-a-query": together(
      where((call) => /\?/.test(acceptableIn(call)), refusing("register", "not-available")),
      changing("envelope.status", (status, _call, outcome) =>
        outcome.refused && outcome.reason === "not-available" ? 503 : status,
      ),
    ),
    "lower-cases-urls-of-all-but-one-merchant": where(not(isOfMerchant(0)), storing(lowerCase)),
    "masks-tokens-in-urls": showing((_shown, { callbackUrl }) => ({
      callbackUrl: callbackUrl.replaceAll(/([?&](?:token|sig)=)[^&]*/g, "$1***"),
    })),
    "drops-campaign-parameters": rewriting(/&utm_\w+=[^&]*/g, ""),
    "drops-punctuation-at-the-end-of-urls": rewriting(/[.;]$/, ""),
    "refuses-words-of-sql-in-paths": notSupporting(/^[^?]*(?:update|delete|insert|drop)/i),
    "refuses-words-of-sql-in-queries": notSupporting(/\?.*(?:update|union)/i),
    "refuses-hosts-that-begin-with-a-digit": notSupporting(/^https:\/\/\d/),
    "refuses-hosts-with-a-hyphen": notSupporting(/^https:\/\/[^/]*-/),
  },
  "callback-url.query-behind-host": {
    "refuses-a-query-right-behind-the-host": notSupporting(/^https:\/\/[^/?#]+\?/),
  },
  "callback-url.two-hyphens-in-host": {
    "refuses-hosts-with-two-hyphens": notSupporting(/^https:\/\/[^/]*--/),
  },
  "callback-url.max-length": {
    "refuses-512-characters": rejecting((url) => url.length >= 512),
    "refuses-500-characters": rejecting((url) => url.length >= 500),
    "refuses-256-characters": rejecting((url) => url.length >= 256),
    "refuses-paths-of-256-characters": rejecting((url) => pathOf(url).length >= 256),
    "refuses-segments-of-256-characters": rejecting((url) =>
      pathOf(url)
        .split("/")
        .some(({ length }) => length >= 256),
    ),
    "refuses-queries-of-256-characters": rejecting((url) => queryOf(url).length >= 256),
    "counts-an-escape-as-five": rejecting((url) => encodeURI(url).length > 512),
    "cuts-urls-at-255-characters": storing((url) => url.slice(0, 255)),
    "cuts-urls-at-511-characters": storing((url) => url.slice(0, 511)),
    "cuts-urls-at-400-characters-first-on-a-connection": where(
      not(isReused),
      storing((url) => url.slice(0, 400)),
    ),
    "cuts-urls-at-500-characters": storing((url) => url.slice(0, 500)),
  },
  "callback-url.unusual-as-given": {
    "drops-ports": rewriting(/^(https:\/\/[^/?#]*):\d+(?=[/?#]|$)/, "$1"),
    "drops-userinfo": rewriting(/^(https:\/\/)[^/?#]*@/i, "$1"),
    "drops-segments-before-dots": rewriting(/\/[^/]+\/\.\.?(?=\/)/g, ""),
  },
  "callback-url.unusual-unchanged": {
    "drops-fragments": rewriting(/#.*$/s, ""),
    "writes-escapes-in-upper-case": storing((url) =>
      url.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase()),
    ),
    "drops-the-default-port": rewriting(/^(https:\/\/[^/?#]*):443(?=[/?#]|$)/, "$1"),
    "lower-cases-schemes": rewriting(/^https/i, "https"),
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
    "writes-question-marks-for-what-is-not-ascii": rewriting(/[^\0-\x7f]/gu, "?"),
    "reads-latin-1-where-a-charset-stands": where(
      hasHeader("content-type", /charset/),
      rewriting(/[^\0-\xff]/gu, "?"),
    ),
  },
});
