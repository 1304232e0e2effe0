import { toMutants } from "../../../lib/reference/mutant.ts";
import { delivering, deliveringTo, isFirst } from "./faults.ts";
import { changing, instead, replacing, sayingNo } from "../../../lib/reference/changes.ts";

const LONG_CHARS = 255;
const path = (url: string, change: (path: string) => string): string =>
  url.replace(/^([^:]+:\/\/[^/?#]+)([^?#]*)/, (_, origin: string, own: string) => origin + change(own));

/** Delivers no events of this type. */
const neverDelivering = (missing: string) =>
  sayingNo("delivery.isSubscribed", (_configuration, event) => event.type === missing);

export const reachMutants = toMutants({
  "delivery.reaches-callback-url": {
    "drops-the-query": deliveringTo((url) => url.replace(/\?.*/, "")),
    "drops-the-path": deliveringTo((url) => path(url, () => "/")),
    "delivers-every-other-event-to-the-root": changing("delivery.url", (own, _configuration, event) =>
      event.number % 2 === 1 ? own : path(own, () => "/").replace(/\?.*/, ""),
    ),
    "decodes-the-path": deliveringTo((url) => path(url, decodeURIComponent)),
    "decodes-the-query": deliveringTo((url) => url.replace(/\?.*/, decodeURIComponent)),
    "escapes-escapes-again": deliveringTo((url) => url.replaceAll("%", "%25")),
    "delivers-in-lower-case": deliveringTo((url) => url.toLowerCase()),
    "drops-parameters-of-the-path": deliveringTo((url) => path(url, (own) => own.replaceAll(/;[^/]*/g, ""))),
    "ends-the-path-with-a-slash": deliveringTo((url) => path(url, (own) => `${own}/`)),
    "drops-what-follows-a-semicolon-of-the-query": deliveringTo((url) => url.replace(/(\?[^;]*).*/, "$1")),
    "delivers-to-the-beginning-of-long-urls": deliveringTo((url) => url.slice(0, LONG_CHARS)),
    "delivers-only-to-short-urls": instead(
      "delivery.isAttempted",
      ({ callbackUrl }) => callbackUrl.length <= LONG_CHARS,
    ),
    "delivers-only-the-first-event": replacing("delivery.isSubscribed", (isSubscribed) => {
      const told = new Set<string>();
      return (configuration, event) => {
        const isDue = isSubscribed(configuration, event) && !told.has(configuration.callbackUrl);
        told.add(configuration.callbackUrl);
        return isDue;
      };
    }),
    "delivers-only-to-the-first-merchant": sayingNo(
      "delivery.isEnabled",
      (configuration) => !isFirst(configuration),
    ),
    "delivers-only-to-the-second-merchant": sayingNo("delivery.isEnabled", isFirst),
    "never-delivers-card-transaction": neverDelivering("card.transaction"),
    "never-delivers-card-status": neverDelivering("card.status"),
    "never-delivers-card-3ds-challenge": neverDelivering("card.3ds-challenge"),
    "delivers-only-to-configurations-that-were-never-updated": replacing(
      "delivery.isEnabled",
      (isEnabled) => {
        const firstUrls = new Map<string, string>();
        return (configuration) => {
          const { merchantId, callbackUrl } = configuration;
          if (!firstUrls.has(merchantId)) firstUrls.set(merchantId, callbackUrl);
          return isEnabled(configuration) && firstUrls.get(merchantId) === callbackUrl;
        };
      },
    ),
  },
});

export const updateMutants = toMutants({
  "delivery.follows-update": {
    "delivers-to-the-former-url": ({ register, delivery }) => {
      const former = new Map<string, string>();
      return {
        register: {
          save(call, owner, configuration) {
            const before = call.store.configurationOf(owner.name)?.callbackUrl;
            if (before !== undefined) former.set(configuration.merchantId, before);
            register.save(call, owner, configuration);
          },
        },
        delivery: {
          url: (configuration, event, attempt) =>
            former.get(configuration.merchantId) ?? delivery.url(configuration, event, attempt),
        },
      };
    },
    "delivers-to-the-first-url": replacing("delivery.url", () => {
      const first = new Map<string, string>();
      return ({ merchantId, callbackUrl }) => {
        if (!first.has(merchantId)) first.set(merchantId, callbackUrl);
        return first.get(merchantId) ?? callbackUrl;
      };
    }),
    "delivers-to-all-urls-ever": delivering(({ isOver, url, retries }) => {
      const urls = new Map<string, string[]>();
      return {
        retries: (configuration, event) =>
          retries(configuration, event) + (urls.get(configuration.merchantId)?.length ?? 0),
        url(configuration, event, attempt) {
          const own = url(configuration, event, attempt);
          const known = urls.get(configuration.merchantId) ?? [];
          if (!known.includes(own)) urls.set(configuration.merchantId, [own, ...known]);
          return known[attempt - 1] ?? own;
        },
        isOver: (status, sending) => status === undefined && isOver(status, sending),
      };
    }),
    "keeps-to-the-first-url-of-the-second-merchant": replacing("delivery.url", (url) => {
      const first = new Map<string, string>();
      return (configuration, event, attempt) => {
        const { merchantId, callbackUrl } = configuration;
        if (isFirst(configuration)) return url(configuration, event, attempt);
        if (!first.has(merchantId)) first.set(merchantId, callbackUrl);
        return first.get(merchantId) ?? callbackUrl;
      };
    }),
  },
});
