import { before, holding, instead, newMap, sayingNo, withMemory } from "../../../lib/reference/changes.ts";
import { firstTime, firstValue } from "../../../lib/reference/faults.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import type { Store } from "../../../lib/reference/store.ts";
import {
  deliveringTo,
  isFirst,
  isOfSecond,
  isType,
  knowingRejected,
  msOf,
  rewriting,
  rootOf,
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

/** Faults with the URLs to which events are delivered. */
export const deliveryUrlMutants = toMutants({
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
});
