import {
  before,
  instead,
  newMap,
  sayingNo,
  sayingYes,
  together,
  withMemory,
} from "../../../lib/reference/changes.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import {
  alsoTo,
  deliveringTo,
  inClear,
  losing,
  type Moment,
  remembering,
  reviving,
  rewriting,
  rootOf,
} from "./faults.ts";

const WORKERS = 4;

const CACHED_MS = 2_000;

/** Earlier decisions, as long as a cache keeps what they have read. */
const cachedIn = ({ earlier, event }: Moment): readonly Moment[] =>
  earlier.filter((one) => event.at - one.event.at < CACHED_MS);

/** The callback URLs of all merchants, the last registered one last. */
const urlsOfAll = (happened: Moment["happened"]): readonly string[] =>
  happened.filter(({ kind }) => kind === "registered").map(({ url }) => url);

/** The time since the last of some earlier events, in milliseconds. */
const restMs = ({ event }: Moment, events: readonly Moment[]): number =>
  event.at - (events.at(-1)?.event.at ?? -Infinity);

/** Loses an event so soon after an earlier one of its type. */
const droppingTypes = (ms: number, earlier: (now: Moment) => readonly Moment[]): Change =>
  losing((now) => {
    const alike = earlier(now).filter(({ event }) => event.type === now.event.type);
    return restMs(now, alike) < ms;
  });

/** Delivers to the URL that the first delivery with the same key had. */
const firstOfKey = (keyOf: (now: Moment) => unknown): Change =>
  deliveringTo((now) => now.earlier.find((one) => keyOf(one) === keyOf(now))?.url);

/** Faults of caches, workers and queues between a configuration and its deliveries. */
export const cacheMutants = toMutants({
  "delivery.reaches-callback-url": {
    "delivers-all-to-the-root": rewriting(rootOf),
    "delivers-all-to-the-first-registered-url": deliveringTo(({ urls: [first] }) => first),
    "delivers-all-to-the-url-before": deliveringTo(({ urls }) => urls.at(-2)),
    "delivers-nothing-after-the-first-update": losing(({ urls }) => urls.length > 1),
    "delivers-all-to-the-first-registered-of-all": deliveringTo(({ happened }) => urlsOfAll(happened)[0]),
    "delivers-all-to-the-last-registered-of-all": deliveringTo(({ happened }) => urlsOfAll(happened).at(-1)),
    "appends-the-event-to-the-query": deliveringTo(
      ({ url, event }) => `${url}${url.includes("?") ? "&" : "?"}event=${event.number}`,
    ),
    "lower-cases-the-query": rewriting((url) => url.replace(/\?.*/, (query) => query.toLowerCase())),
    "cuts-urls-at-500": rewriting((url) => url.slice(0, 500)),
    "loses-each-second-event": losing(({ event }) => event.number % 2 === 0),
    "loses-the-first-event-after-each-update": losing(({ isFirstAtUrl }) => isFirstAtUrl),
    "loses-the-first-event-of-each-type-and-url": losing(
      ({ url, event, earlier }) => !earlier.some((one) => one.url === url && one.event.type === event.type),
    ),
    "drops-a-type-that-any-merchant-had-within-a-second": droppingTypes(1_000, ({ decisions }) => decisions),
    "drops-a-type-that-comes-twice-in-two-seconds": droppingTypes(2_000, ({ earlier }) => earlier),
    "delivers-only-to-the-first-url-of-each-worker": firstOfKey(({ event }) => event.number % WORKERS),
  },
  "delivery.follows-update": {
    "caches-the-url-for-two-seconds": deliveringTo((now) => cachedIn(now)[0]?.url),
    "reads-the-url-when-the-webhook-is-queried": withMemory(newMap<string, string>, (read) => [
      before("query.view", (_call, { merchantId, callbackUrl }) => void read.set(merchantId, callbackUrl)),
      instead("delivery.url", ({ merchantId }) => read.get(merchantId)),
    ]),
    "delivers-to-the-first-of-two-updates-in-a-row": deliveringTo(({ url, urls, earlier }) => {
      const since = urls.indexOf(earlier.findLast((one) => one.url !== url)?.url ?? "") + 1;
      return urls[since] === url ? undefined : urls[since];
    }),
    "caches-the-url-by-event-type": firstOfKey(({ event }) => event.type),
    "one-of-two-instances-misses-updates": deliveringTo(({ urls: [first], event }) =>
      event.number % 2 === 0 ? first : undefined,
    ),
    "delivers-to-the-former-url-too": alsoTo(({ urls }) => urls.at(-2)),
    "keeps-the-url-where-only-the-query-changes": firstOfKey(({ url }) => url.replace(/\?.*/, "")),
    "keeps-the-url-where-the-first-128-characters-stay": firstOfKey(({ url }) => url.slice(0, 128)),
  },
  "delivery.none-when-disabled": {
    "caches-the-status-for-two-seconds": remembering((momentOf) =>
      instead("delivery.isEnabled", (own) => {
        const [first] = cachedIn(momentOf(own));
        return first && first.own.status === 1;
      }),
    ),
    "another-merchants-register-awakens-a-disabled-one": reviving(({ disabledAt, others }) =>
      others.some(({ registeredAt }) => registeredAt > disabledAt),
    ),
    "delivers-for-a-disabled-one-when-another-is-disabled-later": reviving(({ disabledAt, others }) =>
      others.some((other) => other.disabledAt > disabledAt),
    ),
    "one-of-two-instances-misses-disables": reviving(({ event }) => event.number % 2 === 0),
    "delivers-while-disabled-to-the-root": together(
      sayingYes("delivery.isEnabled"),
      deliveringTo(({ url, isDisabled }) => (isDisabled ? rootOf(url) : undefined)),
    ),
    "delivers-after-two-disables-in-a-row": reviving(({ isDisabledAgain }) => isDisabledAgain),
    "delivers-after-the-second-disable": reviving(({ disables }) => disables.length > 1),
  },
  "delivery.resumes-when-enabled": {
    "keeps-a-disable-that-it-has-read-for-two-seconds": remembering((momentOf) =>
      sayingNo("delivery.isEnabled", (own) => cachedIn(momentOf(own)).some((one) => one.own.status === 0)),
    ),
    "delivers-nothing-after-the-first-disable": losing(({ disables }) => disables.length > 0),
    "loses-the-first-event-after-enabling-again": losing(
      ({ disables, disabledAt, earlier }) =>
        disables.length > 0 && !earlier.some(({ step }) => step > disabledAt),
    ),
    "delivers-one-type-after-enabling-again": losing(
      ({ disables, event }) => disables.length > 0 && event.type !== "card.transaction",
    ),
    "delivers-nothing-where-the-same-url-enables-again": losing(
      ({ url, disables }) => url === disables.at(-1),
    ),
    "delivers-to-the-url-before-the-disable": deliveringTo(({ disables }) => disables.at(-1)),
    "delivers-nothing-to-the-second-merchant-after-a-disable": losing(
      ({ isSecondMerchant, disables }) => isSecondMerchant && disables.length > 0,
    ),
    "delivers-nothing-after-the-second-disable": losing(({ disables }) => disables.length > 1),
  },
  "delivery.keeps-to-stored-url": {
    "ignores-an-update-back-to-a-former-url": deliveringTo(({ urls }) =>
      urls.findLast((url, at) => urls.indexOf(url) === at),
    ),
    "delivers-copies-to-a-url-that-it-has-rejected": alsoTo(({ rejected }) => rejected),
    "delivers-nothing-after-a-rejected-register": losing(({ rejected }) => rejected !== undefined),
    "delivers-nothing-some-seconds-after-an-update": losing(({ sinceUpdateMs }) => sinceUpdateMs > 900),
    "loses-the-first-event-after-two-seconds-of-rest": losing((now) => restMs(now, now.earlier) > 2_000),
  },
  "delivery.over-tls": {
    "delivers-in-clear-while-another-is-disabled": deliveringTo(({ url, others }) =>
      others.some(({ isDisabled }) => isDisabled) ? inClear(url) : undefined,
    ),
  },
});
