import {
  before,
  changing,
  holding,
  instead,
  newMap,
  newSet,
  sayingNo,
  sayingYes,
  together,
  withMemory,
} from "../../../lib/reference/changes.ts";
import { currentOf, firstTime, firstValue } from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import {
  alsoTo,
  deliveringTo,
  isOfSecond,
  knowingDisables,
  knowingRejected,
  rootOf,
  urlsBefore,
  whileAnyIsDisabled,
} from "./faults.ts";
import type { DeliveryEvent } from "../../../lib/reference/delivery/delivery-event.ts";
import type { Configuration } from "../../../lib/reference/store.ts";

const WORKERS = 4;

/** Uses each configuration as it was read, for some time. */
const cachedFor = (ms: number, use: (read: (own: Configuration) => Configuration) => Change): Change =>
  withMemory(
    () => ({ cache: new Map<string, { own: Configuration; at: number }>(), now: 0 }),
    (memory) => [
      before("delivery.recipients", ({ at }) => void (memory.now = at)),
      use((own) => {
        const known = memory.cache.get(own.merchantId);
        if (known !== undefined && memory.now - known.at < ms) return known.own;
        memory.cache.set(own.merchantId, { own, at: memory.now });
        return own;
      }),
    ],
  );
/** Drops an event by the time since another one with the same key. */
const droppingAfter = (
  isDropped: (restMs: number) => boolean,
  keyOf: (own: Configuration, event: DeliveryEvent) => string,
): Change =>
  withMemory(newMap<string, number>, (seen) =>
    sayingNo("delivery.isSubscribed", (own, event) => {
      const key = keyOf(own, event);
      const last = seen.get(key) ?? -Infinity;
      seen.set(key, event.at);
      return isDropped(event.at - last);
    }),
  );
/** Delivers everything to one URL of all that were registered. */
const toOneOfAll = (choose: (known: string, callbackUrl: string) => string): Change =>
  withMemory(holding(""), (one) => [
    before("register.save", (_call, _owner, { callbackUrl }) => {
      one.value = choose(one.value, callbackUrl);
    }),
    instead("delivery.url", () => one.value || undefined),
  ]);

/** Delivers to the first URL of each key. */
const firstOfKey = (keyOf: (callbackUrl: string) => string): Change =>
  withMemory(firstValue<string>, (first) =>
    instead("delivery.url", ({ merchantId, callbackUrl }) =>
      first(`${merchantId} ${keyOf(callbackUrl)}`, callbackUrl),
    ),
  );

/** Faults of caches, workers and queues between a configuration and its deliveries. */
export const cacheMutants = toMutants({
  "delivery.reaches-callback-url": {
    "delivers-all-to-the-root": deliveringTo(rootOf),
    "delivers-all-to-the-first-registered-url": urlsBefore(([first]) => first),
    "delivers-all-to-the-url-before": urlsBefore((urls, own) => urls.at(-2) ?? own),
    "delivers-nothing-after-the-first-update": withMemory(newSet<string>, (updated) => [
      before("register.update", (_call, { merchantId }) => void updated.add(merchantId)),
      sayingNo("delivery.isEnabled", ({ merchantId }) => updated.has(merchantId)),
    ]),
    "delivers-all-to-the-first-registered-of-all": toOneOfAll((known, callbackUrl) => known || callbackUrl),
    "delivers-all-to-the-last-registered-of-all": toOneOfAll((_known, callbackUrl) => callbackUrl),
    "appends-the-event-to-the-query": deliveringTo(
      (url, _attempt, { number }) => `${url}${url.includes("?") ? "&" : "?"}event=${number}`,
    ),
    "lower-cases-the-query": deliveringTo((url) => url.replace(/\?.*/, (query) => query.toLowerCase())),
    "cuts-urls-at-500": deliveringTo((url) => url.slice(0, 500)),
    "loses-each-second-event": sayingNo("delivery.isSubscribed", (_own, { number }) => number % 2 === 0),
    "loses-the-first-event-after-each-update": withMemory(firstTime, (isNew) =>
      sayingNo("delivery.isSubscribed", ({ callbackUrl }) => isNew(callbackUrl)),
    ),
    "loses-the-first-event-of-each-type-and-url": withMemory(firstTime, (isNew) =>
      sayingNo("delivery.isSubscribed", ({ callbackUrl }, { type }) => isNew(`${callbackUrl} ${type}`)),
    ),
    "drops-a-type-that-any-merchant-had-within-a-second": droppingAfter(
      (restMs) => restMs < 1_000,
      (_own, { type }) => type,
    ),
    "drops-a-type-that-comes-twice-in-two-seconds": droppingAfter(
      (restMs) => restMs < 2_000,
      ({ merchantId }, { type }) => `${merchantId} ${type}`,
    ),
    "delivers-three-events-in-ten-seconds-at-most": withMemory(
      (): number[] => [],
      (sent) =>
        sayingNo("delivery.isSubscribed", (_own, { at }) => {
          const isFull = sent.filter((one) => at - one < 10_000).length >= 3;
          if (!isFull) sent.push(at);
          return isFull;
        }),
    ),
    "delivers-only-to-the-first-url-of-each-worker": withMemory(firstValue<string>, (first) =>
      instead("delivery.url", ({ merchantId, callbackUrl }, { number }) =>
        first(`${merchantId} ${number % WORKERS}`, callbackUrl),
      ),
    ),
    "mixes-merchants-whose-events-overlap": only(
      { choices: { deliveryDelayMs: 50 } },
      withMemory(
        () => ({ last: "", at: 0 }),
        (memory) => [
          before(
            "delivery.isSubscribed",
            ({ callbackUrl }, { at }) => void Object.assign(memory, { last: callbackUrl, at }),
          ),
          instead("delivery.url", (_own, { at }) => (memory.at - at < 50 ? memory.last : undefined)),
        ],
      ),
    ),
  },
  "delivery.follows-update": {
    "caches-the-url-for-two-seconds": cachedFor(2_000, (read) =>
      instead("delivery.url", (own) => read(own).callbackUrl),
    ),
    "reads-the-url-when-the-webhook-is-queried": withMemory(newMap<string, string>, (read) => [
      before("query.view", (_call, { merchantId, callbackUrl }) => void read.set(merchantId, callbackUrl)),
      instead("delivery.url", ({ merchantId }) => read.get(merchantId)),
    ]),
    "caches-the-url-by-event-type": withMemory(firstValue<string>, (first) =>
      instead("delivery.url", ({ merchantId, callbackUrl }, { type }) =>
        first(`${merchantId} ${type}`, callbackUrl),
      ),
    ),
    "one-of-two-instances-misses-updates": urlsBefore(
      ([first]) => first,
      (other) => instead("delivery.url", (own, { number }) => (number % 2 === 0 ? other(own) : undefined)),
    ),
    "delivers-to-the-former-url-too": urlsBefore((urls) => urls.at(-2), alsoTo),
    "keeps-the-url-where-only-the-query-changes": firstOfKey((url) => url.replace(/\?.*/, "")),
    "keeps-the-url-where-the-first-128-characters-stay": firstOfKey((url) => url.slice(0, 128)),
  },
  "delivery.none-when-disabled": {
    "caches-the-status-for-two-seconds": cachedFor(2_000, (read) =>
      instead("delivery.isEnabled", (own) => read(own).status === 1),
    ),
    "another-merchants-register-awakens-a-disabled-one": withMemory(newSet<string>, (awake) => [
      before("disable.disabled", (_call, { merchantId }) => void awake.delete(merchantId)),
      before("register.save", ({ merchants, store }, { name }) => {
        for (const one of merchants) {
          const own = store.configurationOf(one.name);
          if (one.name !== name && own?.status === 0) awake.add(own.merchantId);
        }
      }),
      sayingYes("delivery.isEnabled", ({ merchantId }) => awake.has(merchantId)),
    ]),
    "one-of-two-instances-misses-disables": withMemory(holding(0), (event) => [
      before("delivery.recipients", ({ number }) => void (event.value = number)),
      sayingYes("delivery.isEnabled", () => event.value % 2 === 0),
    ]),
    "delivers-while-disabled-to-the-root": together(
      sayingYes("delivery.isEnabled"),
      changing("delivery.url", (usual, { status }) => (status === 1 ? usual : rootOf(usual))),
    ),
    "delivers-after-two-disables-in-a-row": withMemory(newSet<string>, (again) => [
      before("disable.again", (call) => void again.add(currentOf(call)?.merchantId ?? "")),
      before("register.save", (_call, _owner, { merchantId }) => void again.delete(merchantId)),
      sayingYes("delivery.isEnabled", ({ merchantId }) => again.has(merchantId)),
    ]),
    "delivers-after-the-second-disable": knowingDisables((urlsOf) =>
      sayingYes("delivery.isEnabled", (own) => urlsOf(own).length > 1),
    ),
  },
  "delivery.resumes-when-enabled": {
    "keeps-a-disable-that-it-has-read-for-two-seconds": withMemory(
      () => ({ until: new Map<string, number>(), now: 0 }),
      (memory) => [
        before("delivery.recipients", ({ at }) => void (memory.now = at)),
        before("delivery.isEnabled", ({ merchantId, status }) => {
          if (status === 0) memory.until.set(merchantId, memory.now + 2_000);
        }),
        sayingNo("delivery.isEnabled", ({ merchantId }) => (memory.until.get(merchantId) ?? 0) > memory.now),
      ],
    ),
    "loses-the-first-event-after-enabling-again": withMemory(firstTime, (isNew) =>
      knowingDisables((urlsOf) =>
        sayingNo(
          "delivery.isSubscribed",
          (own) => own.status === 1 && urlsOf(own).length > 0 && isNew(urlsOf(own).join()),
        ),
      ),
    ),
    "delivers-one-type-after-enabling-again": knowingDisables((urlsOf) =>
      sayingNo(
        "delivery.isSubscribed",
        (own, { type }) => urlsOf(own).length > 0 && type !== "card.transaction",
      ),
    ),
    "delivers-nothing-where-the-same-url-enables-again": knowingDisables((urlsOf) =>
      sayingNo("delivery.isEnabled", (own) => own.callbackUrl === urlsOf(own).at(-1)),
    ),
    "delivers-to-the-url-before-the-disable": knowingDisables((urlsOf) =>
      instead("delivery.url", (own) => urlsOf(own).at(-1)),
    ),
    "delivers-nothing-to-the-second-merchant-after-a-disable": knowingDisables((urlsOf) =>
      sayingNo("delivery.isEnabled", (own) => isOfSecond(own) && urlsOf(own).length > 0),
    ),
    "delivers-nothing-after-the-second-disable": knowingDisables((urlsOf) =>
      sayingNo("delivery.isEnabled", (own) => urlsOf(own).length > 1),
    ),
  },
  "delivery.keeps-to-stored-url": {
    "ignores-an-update-back-to-a-former-url": urlsBefore((urls) =>
      urls.findLast((url, at) => urls.indexOf(url) === at),
    ),
    "delivers-copies-to-a-url-that-it-has-rejected": knowingRejected(alsoTo),
    "delivers-nothing-after-a-rejected-register": knowingRejected((urlOf) =>
      sayingNo("delivery.isEnabled", (own) => urlOf(own) !== undefined),
    ),
    "delivers-nothing-some-seconds-after-an-update": withMemory(firstValue<number>, (first) =>
      sayingNo("delivery.isSubscribed", ({ callbackUrl }, { at }) => at - first(callbackUrl, at) > 900),
    ),
    "loses-the-first-event-after-two-seconds-of-rest": droppingAfter(
      (restMs) => restMs > 2_000,
      ({ merchantId }) => merchantId,
    ),
  },
  "delivery.subscribed-only": {
    "delivers-an-unsubscribed-type-to-the-second-merchant": only(
      { choices: { eventTypes: "one" } },
      sayingYes("delivery.isSubscribed", isOfSecond),
    ),
  },
  "delivery.over-tls": {
    "delivers-in-clear-while-another-is-disabled": whileAnyIsDisabled((isDisabled) =>
      changing("delivery.url", (usual) => (isDisabled() ? usual.replace(/^https:/, "http:") : usual)),
    ),
  },
});
