import { toMutants } from "../../../lib/reference/mutant.ts";
import { deliveringTo } from "./faults.ts";
import { instead } from "../../../lib/reference/changes.ts";

const [BEFORE_QUERY, QUERY] = [/\?.*/, /\?(.+)/];

/** Changes the members of a query. */
const members = (url: string, change: (all: readonly string[]) => readonly string[]): string =>
  url.replace(QUERY, (_, query: string) => `?${change(query.split("&")).join("&")}`);

const nameOf = (member: string): string => member.replace(/=.*/, "");

export const formMutants = toMutants({
  "delivery.url-forms": {
    "delivers-only-to-urls-with-a-query": instead("delivery.isAttempted", ({ callbackUrl }) =>
      callbackUrl.includes("?"),
    ),
    "sorts-the-query": deliveringTo((url) => members(url, (all) => all.toSorted())),
    "keeps-one-of-repeated-members": deliveringTo((url) =>
      members(url, (all) =>
        all.filter((one, at) => all.findIndex((other) => nameOf(other) === nameOf(one)) === at),
      ),
    ),
    "drops-members-without-a-value": deliveringTo((url) =>
      members(url, (all) => all.filter((one) => /=./.test(one))),
    ),
    "joins-slashes": deliveringTo((url) => url.replaceAll(/(?<!:)\/{2,}/g, "/")),
    "drops-a-slash-at-the-end": deliveringTo((url) => url.replace(/\/(?=\?|$)/, "")),
    "reads-plus-signs-as-blanks": deliveringTo((url) => url.replaceAll("+", "%20")),
    "escapes-sub-delimiters": deliveringTo((url) =>
      url.replaceAll(/[!*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    ),
    "escapes-lower-case-escapes-again": deliveringTo((url) => url.replaceAll(/%(?=[a-f])/g, "%25")),
  },
  "delivery.rewritten-url-forms": {
    "removes-dot-segments": deliveringTo((url) =>
      url.replaceAll(/\/\.(?=\/)/g, "").replaceAll(/\/[^/]+\/\.\.(?=\/)/g, ""),
    ),
    "delivers-without-an-empty-query": deliveringTo((url) => url.replace(/\?$/, "")),
    "decodes-escaped-letters": deliveringTo((url) => url.replaceAll(/%(?:41|7e|62)/g, decodeURIComponent)),
  },
  "delivery.reaches-callback-url": {
    "delivers-only-to-urls-without-a-query": instead(
      "delivery.isAttempted",
      ({ callbackUrl }) => !BEFORE_QUERY.test(callbackUrl),
    ),
  },
});
