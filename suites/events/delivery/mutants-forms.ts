import { mutant } from "../../../lib/reference/mutant.ts";
import { delivering, deliveringTo } from "./faults.ts";

const FORMS = "delivery.url-forms";
const REWRITTEN = "delivery.rewritten-url-forms";
const [BEFORE_QUERY, QUERY] = [/\?.*/, /\?(.+)/];

/** Changes the members of a query. */
const members = (url: string, change: (all: readonly string[]) => readonly string[]): string =>
  url.replace(QUERY, (_, query: string) => `?${change(query.split("&")).join("&")}`);

const nameOf = (member: string): string => member.replace(/=.*/, "");

export const formMutants = [
  mutant(
    "delivers-only-to-urls-with-a-query",
    FORMS,
    delivering(() => ({ isAttempted: ({ callbackUrl }) => callbackUrl.includes("?") })),
  ),
  mutant(
    "sorts-the-query",
    FORMS,
    deliveringTo((url) => members(url, (all) => all.toSorted())),
  ),
  mutant(
    "keeps-one-of-repeated-members",
    FORMS,
    deliveringTo((url) =>
      members(url, (all) =>
        all.filter((one, at) => all.findIndex((other) => nameOf(other) === nameOf(one)) === at),
      ),
    ),
  ),
  mutant(
    "drops-members-without-a-value",
    FORMS,
    deliveringTo((url) => members(url, (all) => all.filter((one) => /=./.test(one)))),
  ),
  mutant(
    "joins-slashes",
    FORMS,
    deliveringTo((url) => url.replaceAll(/(?<!:)\/{2,}/g, "/")),
  ),
  mutant(
    "drops-a-slash-at-the-end",
    FORMS,
    deliveringTo((url) => url.replace(/\/(?=\?|$)/, "")),
  ),
  mutant(
    "reads-plus-signs-as-blanks",
    FORMS,
    deliveringTo((url) => url.replaceAll("+", "%20")),
  ),
  mutant(
    "escapes-sub-delimiters",
    FORMS,
    deliveringTo((url) =>
      url.replaceAll(/[!*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    ),
  ),
  mutant(
    "escapes-lower-case-escapes-again",
    FORMS,
    deliveringTo((url) => url.replaceAll(/%(?=[a-f])/g, "%25")),
  ),
  mutant(
    "removes-dot-segments",
    REWRITTEN,
    deliveringTo((url) => url.replaceAll(/\/\.(?=\/)/g, "").replaceAll(/\/[^/]+\/\.\.(?=\/)/g, "")),
  ),
  mutant(
    "delivers-without-an-empty-query",
    REWRITTEN,
    deliveringTo((url) => url.replace(/\?$/, "")),
  ),
  mutant(
    "decodes-escaped-letters",
    REWRITTEN,
    deliveringTo((url) => url.replaceAll(/%(?:41|7e|62)/g, decodeURIComponent)),
  ),
  mutant(
    "delivers-only-to-urls-without-a-query",
    "delivery.reaches-callback-url",
    delivering(() => ({ isAttempted: ({ callbackUrl }) => !BEFORE_QUERY.test(callbackUrl) })),
  ),
];
