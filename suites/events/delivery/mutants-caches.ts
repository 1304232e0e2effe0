import {
  before,
  changing,
  holding,
  instead,
  newMap,
  newSet,
  sayingNo,
  sayingYes,
  withMemory,
} from "../../../lib/reference/changes.ts";
import { firstTime, firstValue } from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { alsoTo, deliveringTo, isOfSecond, rootOf, urlsBefore } from "./faults.ts";

const WORKERS = 4;

const cachedFor = (ms: number): Change =>
  withMemory(newMap<string, { url: string; at: number }>, (cache) =>
    instead("delivery.url", ({ merchantId, callbackUrl }, { at }) => {
      const known = cache.get(merchantId);
      if (known !== undefined && at - known.at < ms) return known.url;
      cache.set(merchantId, { url: callbackUrl, at });
      return undefined;
    }),
  );
const statusCachedFor = (ms: number): Change =>
  withMemory(
    () => ({ cache: new Map<string, { status: number; at: number }>(), now: 0 }),
    (memory) => [
      before("delivery.recipients", ({ at }) => void (memory.now = at)),
      instead("delivery.isEnabled", ({ merchantId, status }) => {
        const known = memory.cache.get(merchantId);
        if (known !== undefined && memory.now - known.at < ms) return known.status === 1;
        memory.cache.set(merchantId, { status, at: memory.now });
        return undefined;
      }),
    ],
  );
/** Delivers everything to one URL of all that were registered. */
const toOneOfAll = (choose: (known: string, callbackUrl: string) => string): Change =>
  withMemory(holding(""), (one) => [
    before("register.save", (_call, _owner, { callbackUrl }) => {
      one.value = choose(one.value, callbackUrl);
    }),
    instead("delivery.url", () => one.value || undefined),
  ]);

/** Faults of caches, workers and queues between a configuration and its deliveries. */
export const cacheMutants = toMutants({
  "delivery.reaches-callback-url": {
    "delivers-all-to-the-root": deliveringTo(rootOf),
    "delivers-all-to-the-first-registered-url": withMemory(firstValue<string>, (first) => [
      before(
        "register.save",
        (_call, _owner, { merchantId, callbackUrl }) => void first(merchantId, callbackUrl),
      ),
      instead("delivery.url", ({ merchantId, callbackUrl }) => first(merchantId, callbackUrl)),
    ]),
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
    "delivers-only-to-the-first-url-of-each-worker": withMemory(newMap<string, string>, (cache) =>
      instead("delivery.url", ({ merchantId, callbackUrl }, { number }) => {
        const worker = `${merchantId} ${number % WORKERS}`;
        if (!cache.has(worker)) cache.set(worker, callbackUrl);
        return cache.get(worker);
      }),
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
    "caches-the-url-for-two-seconds": cachedFor(2_000),
    "caches-the-url-for-ten-seconds": cachedFor(10_000),
    "caches-the-url-by-event-type": withMemory(firstValue<string>, (first) =>
      instead("delivery.url", ({ merchantId, callbackUrl }, { type }) =>
        first(`${merchantId} ${type}`, callbackUrl),
      ),
    ),
    "one-of-two-instances-misses-updates": withMemory(firstValue<string>, (first) => [
      before(
        "register.save",
        (_call, _owner, { merchantId, callbackUrl }) => void first(merchantId, callbackUrl),
      ),
      instead("delivery.url", ({ merchantId, callbackUrl }, { number }) =>
        number % 2 === 0 ? first(merchantId, callbackUrl) : undefined,
      ),
    ]),
    "delivers-to-the-former-url-too": urlsBefore((urls) => urls.at(-2), alsoTo),
    "keeps-the-url-where-only-the-query-changes": withMemory(firstValue<string>, (first) =>
      instead("delivery.url", ({ merchantId, callbackUrl }) =>
        first(`${merchantId} ${callbackUrl.replace(/\?.*/, "")}`, callbackUrl),
      ),
    ),
  },
  "delivery.none-when-disabled": {
    "caches-the-status-for-two-seconds": statusCachedFor(2_000),
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
    "delivers-while-disabled-to-the-root": withMemory(holding(0), () => [
      sayingYes("delivery.isEnabled"),
      changing("delivery.url", (usual, { status }) => (status === 1 ? usual : rootOf(usual))),
    ]),
    "delivers-after-the-second-disable": withMemory(newMap<string, number>, (times) => [
      before(
        "disable.disabled",
        (_call, { merchantId }) => void times.set(merchantId, (times.get(merchantId) ?? 0) + 1),
      ),
      sayingYes("delivery.isEnabled", ({ merchantId }) => (times.get(merchantId) ?? 0) > 1),
    ]),
  },
  "delivery.resumes-when-enabled": {
    "loses-the-first-event-after-enabling-again": withMemory(newSet<string>, (waking) => [
      before("disable.disabled", (_call, { merchantId }) => void waking.add(merchantId)),
      sayingNo(
        "delivery.isSubscribed",
        ({ merchantId, status }) => status === 1 && waking.delete(merchantId),
      ),
    ]),
    "delivers-one-type-after-enabling-again": withMemory(newSet<string>, (woken) => [
      before("disable.disabled", (_call, { merchantId }) => void woken.add(merchantId)),
      sayingNo(
        "delivery.isSubscribed",
        ({ merchantId }, { type }) => woken.has(merchantId) && type !== "card.transaction",
      ),
    ]),
    "delivers-to-the-url-before-the-disable": withMemory(newMap<string, string>, (urls) => [
      before(
        "disable.disabled",
        (_call, { merchantId, callbackUrl }) => void urls.set(merchantId, callbackUrl),
      ),
      instead("delivery.url", ({ merchantId }) => urls.get(merchantId)),
    ]),
  },
  "delivery.keeps-to-stored-url": {
    "delivers-copies-to-a-url-that-it-has-rejected": withMemory(newMap<string, string>, (rejected) => [
      changing("register.judge", (verdict, { body, headers, merchants, store }) => {
        const [url] = /https:[^"]+/.exec(Buffer.from(body).toString()) ?? [];
        const owner = merchants.find(({ apiKey }) => apiKey === headers.get("x-api-key"));
        const id = store.configurationOf(owner?.name ?? "")?.merchantId ?? "";
        if (typeof verdict !== "string" && url !== undefined && url.length > 512) rejected.set(id, url);
        return verdict;
      }),
      alsoTo(({ merchantId }) => rejected.get(merchantId)),
    ]),
    "delivers-nothing-after-a-rejected-register": withMemory(newSet<string>, (asleep) => [
      changing("register.judge", (verdict, { headers, merchants, store }) => {
        const owner = merchants.find(({ apiKey }) => apiKey === headers.get("x-api-key"));
        const id = store.configurationOf(owner?.name ?? "")?.merchantId ?? "";
        if (typeof verdict === "string") asleep.delete(id);
        else asleep.add(id);
        return verdict;
      }),
      sayingNo("delivery.isEnabled", ({ merchantId }) => asleep.has(merchantId)),
    ]),
    "delivers-nothing-some-seconds-after-an-update": withMemory(newMap<string, number>, (seen) =>
      sayingNo("delivery.isSubscribed", ({ callbackUrl }, { at }) => {
        if (!seen.has(callbackUrl)) seen.set(callbackUrl, at);
        return at - (seen.get(callbackUrl) ?? at) > 900;
      }),
    ),
  },
  "delivery.none-lost": {
    "drops-a-type-that-comes-twice-in-two-seconds": withMemory(newMap<string, number>, (seen) =>
      sayingNo("delivery.isSubscribed", ({ merchantId }, { type, at }) => {
        const key = `${merchantId} ${type}`;
        const last = seen.get(key) ?? -Infinity;
        seen.set(key, at);
        return at - last < 2_000;
      }),
    ),
  },
  "delivery.subscribed-only": {
    "delivers-an-unsubscribed-type-to-the-second-merchant": only(
      { choices: { eventTypes: "one" } },
      sayingYes("delivery.isSubscribed", isOfSecond),
    ),
  },
  "delivery.over-tls": {
    "delivers-in-clear-while-another-is-disabled": withMemory(holding(false), (memory) => [
      before("disable.disabled", () => void (memory.value = true)),
      before("register.save", () => void (memory.value = false)),
      changing("delivery.url", (usual) => (memory.value ? usual.replace(/^https:/, "http:") : usual)),
    ]),
  },
});
