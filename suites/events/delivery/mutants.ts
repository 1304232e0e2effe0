import {
  before,
  holding,
  instead,
  newMap,
  sayingNo,
  sayingYes,
  together,
  withMemory,
} from "../../../lib/reference/changes.ts";
import type { DeliveryEvent } from "../../../lib/reference/delivery/delivery-event.ts";
import type { Sending } from "../../../lib/reference/delivery/sending.ts";
import { firstTime, firstValue } from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import type { Store } from "../../../lib/reference/store.ts";
import {
  alsoTo,
  deliveringTo,
  isFirst,
  isOfSecond,
  isType,
  knowingDisables,
  knowingRejected,
  msOf,
  rewriting,
  rootOf,
  urlsBefore,
  whileAnyIsDisabled,
} from "./faults.ts";

const LONG_CHARS = 255;
const NEAR_MS = 4;

const rewritingPath = (change: (path: string) => string): Change =>
  deliveringTo((url) =>
    url.replace(/^([^:]+:\/\/[^/?#]+)([^?#]*)/, (_, origin: string, own: string) => origin + change(own)),
  );

/** Changes the members of a query. */
const rewritingMembers = (change: (members: readonly string[]) => readonly string[]): Change =>
  deliveringTo((url) =>
    url.replace(/\?(.+)/, (_, query: string) => `?${change(query.split("&")).join("&")}`),
  );
const nameOf = (member: string): string => member.replace(/=.*/, "");
const inClear = (url: string): string => url.replace(/^https:/, "http:");

/** Delivers no events of this type. */
const neverDelivering = (type: string) => sayingNo("delivery.isSubscribed", isType(type));

/** Delivers only to URLs of this form. */
const deliveringOnlyTo = (form: RegExp): Change =>
  instead("delivery.isAttempted", ({ callbackUrl }) => form.test(callbackUrl));

/** Uses the former callback URL where `when` holds of the time since the update. */
const usingFormerUrl = (when: (sinceMs: number) => boolean): Change =>
  withMemory(
    newMap<string, { readonly store: Store; readonly at: number; readonly former: string }>,
    (updates) => [
      before("register.update", ({ store }, { merchantId, callbackUrl }) => {
        updates.set(merchantId, { store, at: msOf(store), former: callbackUrl });
      }),
      instead("delivery.url", ({ merchantId }) => {
        const updated = updates.get(merchantId);
        return updated !== undefined && when(msOf(updated.store) - updated.at) ? updated.former : undefined;
      }),
    ],
  );
const SOON_MS = 500;
const ONE_TYPE = { choices: { eventTypes: "one" } } as const;

/** Delivers events of this type while the webhook is disabled. */
const whileDisabled = (type: string): Change =>
  together(
    sayingYes("delivery.isEnabled"),
    sayingNo("delivery.isSubscribed", ({ status }, event) => status !== 1 && event.type !== type),
  );

/** Delivers to others where `which` says so. */
const deliveringToOthers = (
  which: (names: readonly string[], event: DeliveryEvent, sending: Sending) => readonly string[] | undefined,
): Change =>
  instead("delivery.recipients", (event, sending) =>
    which(
      sending.merchants.map(({ name }) => name),
      event,
      sending,
    ),
  );

const toEveryMerchant = (type: string): Change =>
  deliveringToOthers((names, event) => (event.type === type ? names : undefined));

/** Faults with the URLs to which events are delivered, with who gets them, and when. */
export const deliveryMutants = toMutants({
  "delivery.reaches-callback-url": {
    "drops-the-query": rewriting(/\?.*/, ""),
    "drops-the-path": rewritingPath(() => "/"),
    "delivers-every-other-event-to-the-root": deliveringTo((url, _attempt, { number }) =>
      number % 2 === 1 ? url : rootOf(url),
    ),
    "decodes-the-path": rewritingPath(decodeURIComponent),
    "decodes-the-query": deliveringTo((url) => url.replace(/\?.*/, decodeURIComponent)),
    "escapes-escapes-again": rewriting(/%/g, "%25"),
    "delivers-in-lower-case": deliveringTo((url) => url.toLowerCase()),
    "drops-parameters-of-the-path": rewritingPath((path) => path.replaceAll(/;[^/]*/g, "")),
    "ends-the-path-with-a-slash": rewritingPath((path) => `${path}/`),
    "drops-what-follows-a-semicolon-of-the-query": rewriting(/(\?[^;]*).*/, "$1"),
    "delivers-to-the-beginning-of-long-urls": deliveringTo((url) => url.slice(0, LONG_CHARS)),
    "delivers-only-to-short-urls": deliveringOnlyTo(/^.{0,255}$/),
    "delivers-only-to-urls-without-a-query": deliveringOnlyTo(/^[^?]*$/),
    "delivers-only-the-first-event": withMemory(firstTime, (isNew) =>
      sayingNo("delivery.isSubscribed", ({ callbackUrl }) => !isNew(callbackUrl)),
    ),
    "delivers-only-to-the-first-merchant": sayingNo("delivery.isEnabled", isOfSecond),
    "delivers-only-to-the-second-merchant": sayingNo("delivery.isEnabled", isFirst),
    "never-delivers-card-transaction": neverDelivering("card.transaction"),
    "never-delivers-card-status": neverDelivering("card.status"),
    "never-delivers-card-3ds-challenge": neverDelivering("card.3ds-challenge"),
  },
  "delivery.over-tls": {
    "delivers-in-clear": deliveringTo(inClear),
    "retries-in-clear": deliveringTo((url, attempt) => (attempt === 1 ? url : inClear(url))),
    "delivers-challenges-in-clear": deliveringTo((url, _attempt, { type }) =>
      type === "card.3ds-challenge" ? inClear(url) : url,
    ),
  },
  "delivery.url-forms": {
    "delivers-only-to-urls-with-a-query": deliveringOnlyTo(/\?/),
    "sorts-the-query": rewritingMembers((members) => members.toSorted()),
    "keeps-one-of-repeated-members": rewritingMembers((members) =>
      members.filter((one, at) => members.findIndex((other) => nameOf(other) === nameOf(one)) === at),
    ),
    "drops-members-without-a-value": rewritingMembers((members) => members.filter((one) => /=./.test(one))),
    "joins-slashes": rewriting(/(?<!:)\/{2,}/g, "/"),
    "drops-a-slash-at-the-end": rewriting(/\/(?=\?|$)/, ""),
    "reads-plus-signs-as-blanks": rewriting(/\+/g, "%20"),
    "writes-blanks-as-plus-signs": rewriting(/%20/g, "+"),
    "escapes-sub-delimiters": deliveringTo((url) =>
      url.replaceAll(/[!*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    ),
    "escapes-lower-case-escapes-again": rewriting(/%(?=[a-f])/g, "%25"),
  },
  "delivery.rewritten-url-forms": {
    "removes-dot-segments": deliveringTo((url) =>
      url.replaceAll(/\/\.(?=\/)/g, "").replaceAll(/\/[^/]+\/\.\.(?=\/)/g, ""),
    ),
    "delivers-without-an-empty-query": rewriting(/\?$/, ""),
    "decodes-escaped-letters": deliveringTo((url) => url.replaceAll(/%(?:41|7e|62)/g, decodeURIComponent)),
  },
  "delivery.follows-update": {
    "keeps-to-the-first-url-of-the-second-merchant": withMemory(firstValue<string>, (first) =>
      instead("delivery.url", (configuration) =>
        isFirst(configuration) ? undefined : first(configuration.merchantId, configuration.callbackUrl),
      ),
    ),
    "delivers-to-the-former-url-for-a-second": usingFormerUrl((sinceMs) => sinceMs < 1_000),
  },
  "delivery.keeps-to-stored-url": {
    "delivers-to-a-url-that-it-has-rejected": knowingRejected((urlOf) => instead("delivery.url", urlOf)),
    "delivers-nothing-while-another-merchant-is-disabled": whileAnyIsDisabled((isDisabled) =>
      sayingNo("delivery.isEnabled", isDisabled),
    ),
    "returns-to-the-former-url-after-five-seconds": usingFormerUrl((sinceMs) => sinceMs > 5_000),
    "loses-the-first-event-after-an-update-while-another-merchant-is-disabled": withMemory(
      () => ({ isNew: firstTime(), isAnyDisabled: false }),
      (memory) => [
        before("delivery.recipients", (_event, { merchants, store }) => {
          memory.isAnyDisabled = merchants.some(({ name }) => store.configurationOf(name)?.status === 0);
        }),
        sayingNo(
          "delivery.isSubscribed",
          ({ callbackUrl }) => memory.isNew(callbackUrl) && memory.isAnyDisabled,
        ),
      ],
    ),
  },
  "delivery.all-at-once": {
    "drops-events-that-overlap": withMemory(holding(0), (memory) =>
      sayingNo("delivery.isSubscribed", (_configuration, { at }) => {
        const isNear = at - memory.value < NEAR_MS;
        memory.value = at;
        return isNear;
      }),
    ),
  },
  "delivery.none-lost": {
    "loses-every-ninth-event": sayingNo("delivery.isSubscribed", (_own, { number }) => number % 9 === 8),
  },
  "delivery.none-when-disabled": {
    "delivers-while-disabled": sayingYes("delivery.isEnabled"),
    "delivers-while-the-second-merchant-is-disabled": sayingYes("delivery.isEnabled", isOfSecond),
    "delivers-while-a-configuration-that-was-updated-is-disabled": sayingYes(
      "delivery.isEnabled",
      ({ createTime, updateTime }) => createTime !== updateTime,
    ),
    "delivers-card-transaction-while-disabled": whileDisabled("card.transaction"),
    "delivers-card-status-while-disabled": whileDisabled("card.status"),
    "delivers-card-3ds-challenge-while-disabled": whileDisabled("card.3ds-challenge"),
    "delivers-events-of-a-disabled-merchant-to-another": deliveringToOthers(
      (names, { merchant }, { store }) =>
        store.configurationOf(merchant)?.status === 0 ? names.filter((name) => name !== merchant) : undefined,
    ),
    "delivers-while-disabled-soon-after-an-update": withMemory(
      () => ({ updated: new Map<string, number>(), lively: new Set<string>() }),
      ({ updated, lively }) => [
        before("register.update", ({ store }, { merchantId }) => {
          updated.set(merchantId, msOf(store));
          lively.delete(merchantId);
        }),
        before("disable.disabled", ({ store }, { merchantId }) => {
          if (msOf(store) - (updated.get(merchantId) ?? 0) < SOON_MS) lively.add(merchantId);
        }),
        sayingYes("delivery.isEnabled", ({ merchantId }) => lively.has(merchantId)),
      ],
    ),
    "delivers-after-a-rejected-register": knowingRejected((urlOf) =>
      sayingYes("delivery.isEnabled", (own) => urlOf(own) !== undefined),
    ),
    "delivers-to-the-former-url-while-disabled": together(
      sayingYes("delivery.isEnabled"),
      urlsBefore(
        (urls) => urls.at(-2),
        (other) => instead("delivery.url", (own) => (own.status === 1 ? undefined : other(own))),
      ),
    ),
  },
  "delivery.resumes-when-enabled": {
    "delivers-nothing-after-a-disable": knowingDisables((urlsOf) =>
      sayingNo("delivery.isEnabled", (own) => urlsOf(own).length > 0),
    ),
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
    "delivers-to-the-first-url-of-the-second-merchant-too": withMemory(holding(""), (rival) => [
      before("register.save", (_call, _owner, configuration) => {
        if (isOfSecond(configuration)) rival.value ||= configuration.callbackUrl;
      }),
      alsoTo((own) => (isFirst(own) && rival.value !== "" ? rival.value : undefined)),
    ]),
  },
  "delivery.subscribed-only": {
    "delivers-every-event-type": only(ONE_TYPE, sayingYes("delivery.isSubscribed")),
    "delivers-types-that-begin-alike": only(
      ONE_TYPE,
      instead("delivery.isSubscribed", ({ eventTypes }, { type }) => eventTypes.includes(type.slice(0, 5))),
    ),
    "delivers-challenges-unasked": only(
      ONE_TYPE,
      sayingYes("delivery.isSubscribed", isType("card.3ds-challenge")),
    ),
  },
});
