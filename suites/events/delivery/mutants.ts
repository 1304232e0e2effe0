import { instead, sayingYes, together } from "../../../lib/reference/changes.ts";
import type { DeliveryEvent } from "../../../lib/reference/delivery/delivery-event.ts";
import type { Sending } from "../../../lib/reference/delivery/sending.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import {
  alsoTo,
  carrying,
  deliveringTo,
  endingEarly,
  inClear,
  isType,
  losing,
  remembering,
  retryingAt,
  reviving,
  rewriting,
  rootOf,
  skipping,
} from "./faults.ts";

const LONG_CHARS = 255;
const NEAR_MS = 4;

const rewritingPath = (change: (path: string) => string): Change =>
  rewriting((url) =>
    url.replace(/^([^:]+:\/\/[^/?#]+)([^?#]*)/, (_, origin: string, own: string) => origin + change(own)),
  );

const rewritingMembers = (change: (members: readonly string[]) => readonly string[]): Change =>
  rewriting((url) => url.replace(/\?(.+)/, (_, query: string) => `?${change(query.split("&")).join("&")}`));
const nameOf = (member: string): string => member.replace(/=.*/, "");

const replacing = (part: RegExp, other: string): Change => rewriting((url) => url.replace(part, other));

const deliveringOnlyTo = (form: RegExp): Change => skipping(({ url }) => !form.test(url));

/** Delivers to others where `which` says so. */
const deliveringToOthers = (
  which: (names: readonly string[], event: DeliveryEvent, by: Sending) => readonly string[] | undefined,
): Change =>
  instead("delivery.recipients", (event, by) =>
    which(
      by.merchants.map(({ name }) => name),
      event,
      by,
    ),
  );

const toEveryMerchant = (type: string): Change =>
  deliveringToOthers((names, event) => (event.type === type ? names : undefined));

/** Faults with the URLs to which events are delivered, with who gets them, and when. */
export const deliveryMutants = toMutants({
  "delivery.reaches-callback-url": {
    "drops-the-query": replacing(/\?.*/, ""),
    "ends-bodies-before-their-length": carrying(endingEarly),
    "drops-the-path": rewritingPath(() => "/"),
    "delivers-every-other-event-to-the-root": deliveringTo(({ url, event }) =>
      event.number % 2 === 1 ? url : rootOf(url),
    ),
    "decodes-the-path": rewritingPath(decodeURIComponent),
    "decodes-the-query": rewriting((url) => url.replace(/\?.*/, decodeURIComponent)),
    "escapes-escapes-again": replacing(/%/g, "%25"),
    "delivers-in-lower-case": rewriting((url) => url.toLowerCase()),
    "drops-parameters-of-the-path": rewritingPath((path) => path.replaceAll(/;[^/]*/g, "")),
    "ends-the-path-with-a-slash": rewritingPath((path) => `${path}/`),
    "drops-what-follows-a-semicolon-of-the-query": replacing(/(\?[^;]*).*/, "$1"),
    "delivers-to-the-beginning-of-long-urls": rewriting((url) => url.slice(0, LONG_CHARS)),
    "delivers-only-to-short-urls": deliveringOnlyTo(/^.{0,255}$/),
    "delivers-only-to-urls-without-a-query": deliveringOnlyTo(/^[^?]*$/),
    "delivers-only-the-first-event": losing(({ isFirstAtUrl }) => !isFirstAtUrl),
    "delivers-only-to-the-first-merchant": losing(({ isSecondMerchant }) => isSecondMerchant),
    "delivers-only-to-the-second-merchant": losing(({ isSecondMerchant }) => !isSecondMerchant),
    "delivers-nothing-within-a-second-of-a-register": losing(({ sinceUpdateMs }) => sinceUpdateMs < 1_000),
    "never-delivers-card-transaction": losing(isType("card.transaction")),
    "never-delivers-card-status": losing(isType("card.status")),
    "never-delivers-card-3ds-challenge": losing(isType("card.3ds-challenge")),
  },
  "delivery.over-tls": {
    "delivers-in-clear": rewriting(inClear),
    "retries-in-clear": retryingAt(({ url }) => inClear(url)),
    "delivers-challenges-in-clear": deliveringTo(({ url, event }) =>
      event.type === "card.3ds-challenge" ? inClear(url) : url,
    ),
  },
  "delivery.url-forms": {
    "delivers-only-to-urls-with-a-query": deliveringOnlyTo(/\?/),
    "sorts-the-query": rewritingMembers((members) => members.toSorted()),
    "keeps-one-of-repeated-members": rewritingMembers((members) =>
      members.filter((one, at) => members.findIndex((other) => nameOf(other) === nameOf(one)) === at),
    ),
    "drops-members-without-a-value": rewritingMembers((members) => members.filter((one) => /=./.test(one))),
    "joins-slashes": replacing(/(?<!:)\/{2,}/g, "/"),
    "drops-a-slash-at-the-end": replacing(/\/(?=\?|$)/, ""),
    "reads-plus-signs-as-blanks": replacing(/\+/g, "%20"),
    "writes-blanks-as-plus-signs": replacing(/%20/g, "+"),
    "escapes-sub-delimiters": rewriting((url) =>
      url.replaceAll(/[!*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    ),
    "escapes-lower-case-escapes-again": replacing(/%(?=[a-f])/g, "%25"),
  },
  "delivery.rewritten-url-forms": {
    "removes-dot-segments": rewriting((url) =>
      url.replaceAll(/\/\.(?=\/)/g, "").replaceAll(/\/[^/]+\/\.\.(?=\/)/g, ""),
    ),
    "delivers-without-an-empty-query": replacing(/\?$/, ""),
    "decodes-escaped-letters": rewriting((url) => url.replaceAll(/%(?:41|7e|62)/g, decodeURIComponent)),
  },
  "delivery.follows-update": {
    "keeps-to-the-first-url-of-the-second-merchant": deliveringTo(({ isSecondMerchant, urls }) =>
      isSecondMerchant ? urls[0] : undefined,
    ),
    "delivers-to-the-former-url-for-a-second": deliveringTo(({ sinceUpdateMs, urls }) =>
      sinceUpdateMs < 1_000 ? urls.at(-2) : undefined,
    ),
  },
  "delivery.keeps-to-stored-url": {
    "delivers-to-a-url-that-it-has-rejected": deliveringTo(({ rejected }) => rejected),
    "delivers-to-a-rejected-http-url-as-https": deliveringTo(({ rejected }) =>
      rejected?.startsWith("http:") === true ? rejected.replace("http:", "https:") : undefined,
    ),
    "delivers-nothing-while-another-merchant-is-disabled": losing(({ others }) =>
      others.some(({ isDisabled }) => isDisabled),
    ),
    "delivers-copies-to-the-root": alsoTo(({ url }) => rootOf(url)),
    "returns-to-the-former-url-after-five-seconds": deliveringTo(({ sinceUpdateMs, urls }) =>
      sinceUpdateMs > 5_000 ? urls.at(-2) : undefined,
    ),
    "loses-the-first-event-after-an-update-while-another-merchant-is-disabled": losing(
      ({ isFirstAtUrl, others }) => isFirstAtUrl && others.some(({ isDisabled }) => isDisabled),
    ),
  },
  "delivery.all-at-once": {
    "drops-events-that-overlap": losing(
      ({ event, decisions }) => event.at - (decisions.at(-1)?.event.at ?? 0) < NEAR_MS,
    ),
  },
  "delivery.none-lost": {
    "loses-every-ninth-event": losing(({ event }) => event.number % 9 === 8),
    "loses-every-seventeenth-event": losing(({ event }) => event.number % 17 === 16),
  },
  "delivery.none-when-disabled": {
    "delivers-while-disabled": sayingYes("delivery.isEnabled"),
    "delivers-while-the-second-merchant-is-disabled": reviving(({ isSecondMerchant }) => isSecondMerchant),
    "delivers-while-a-configuration-that-was-updated-is-disabled": reviving(
      ({ own }) => own.createTime !== own.updateTime,
    ),
    "delivers-card-transaction-while-disabled": reviving(isType("card.transaction")),
    "delivers-card-status-while-disabled": reviving(isType("card.status")),
    "delivers-card-3ds-challenge-while-disabled": reviving(isType("card.3ds-challenge")),
    "delivers-events-of-a-disabled-merchant-to-another": deliveringToOthers(
      (names, { merchant }, { store }) =>
        store.configurationOf(merchant)?.status === 0 ? names.filter((name) => name !== merchant) : undefined,
    ),
    "delivers-after-a-rejected-register": reviving(({ rejected }) => rejected !== undefined),
    "delivers-to-the-former-url-while-disabled": together(
      sayingYes("delivery.isEnabled"),
      deliveringTo(({ isDisabled, urls }) => (isDisabled ? urls.at(-2) : undefined)),
    ),
  },
  "delivery.resumes-when-enabled": {
    "delivers-nothing-after-a-disable": losing(({ disables }) => disables.length > 0),
  },
  "delivery.own-merchant-only": {
    "delivers-to-every-merchant": deliveringToOthers((names) => names),
    "delivers-to-another-merchant": deliveringToOthers((names, { merchant }) =>
      names.filter((name) => name !== merchant),
    ),
    "tells-the-first-merchant-of-the-others-events": deliveringToOthers(([first = ""], { merchant }) =>
      first === merchant ? undefined : [merchant, first],
    ),
    "delivers-card-transaction-to-every-merchant": toEveryMerchant("card.transaction"),
    "delivers-card-status-to-every-merchant": toEveryMerchant("card.status"),
    "delivers-card-3ds-challenge-to-every-merchant": toEveryMerchant("card.3ds-challenge"),
    "delivers-to-the-first-url-of-the-second-merchant-too": alsoTo(({ isSecondMerchant, others: [rival] }) =>
      isSecondMerchant ? undefined : rival?.urls[0],
    ),
  },
});

/** Faults of a server whose configurations subscribe to one type. */
export const subscriptionMutants = toMutants(
  {
    "delivery.subscribed-only": {
      "delivers-every-event-type": sayingYes("delivery.isSubscribed"),
      "delivers-types-that-begin-alike": instead("delivery.isSubscribed", ({ eventTypes }, { type }) =>
        eventTypes.includes(type.slice(0, 5)),
      ),
      "delivers-challenges-unasked": sayingYes(
        "delivery.isSubscribed",
        (_own, { type }) => type === "card.3ds-challenge",
      ),
      "delivers-an-unsubscribed-type-to-the-second-merchant": sayingYes(
        "delivery.isSubscribed",
        ({ merchantId }) => !merchantId.endsWith("1"),
      ),
      "delivers-every-type-from-one-of-three-instances": sayingYes(
        "delivery.isSubscribed",
        (_own, { number }) => number % 3 === 0,
      ),
      "delivers-every-type-after-enabling-again": remembering((momentOf) =>
        sayingYes("delivery.isSubscribed", (own, event) => momentOf(own, event, 0).disables.length > 0),
      ),
      "delivers-every-type-at-a-url-that-failed": remembering((momentOf) =>
        sayingYes("delivery.isSubscribed", (own, event) =>
          momentOf(own, event, 0).happened.some(
            (one) => one.kind === "failed" && one.url === own.callbackUrl,
          ),
        ),
      ),
      "delivers-types-without-subscription-to-the-url-before": together(
        sayingYes("delivery.isSubscribed"),
        deliveringTo(({ urls, own, event }) =>
          own.eventTypes.includes(event.type) ? undefined : urls.at(-2),
        ),
      ),
      "delivers-types-without-subscription-to-the-root": together(
        sayingYes("delivery.isSubscribed"),
        deliveringTo(({ url, own, event }) =>
          own.eventTypes.includes(event.type) ? undefined : rootOf(url),
        ),
      ),
    },
  },
  { choices: { eventTypes: "one" } },
);
