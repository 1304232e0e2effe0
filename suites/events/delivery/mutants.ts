import { mutant } from "../../../lib/reference/mutant.ts";
import { delivering, deliveringTo, isFirst } from "./faults.ts";

const LONG_CHARS = 255;
const path = (url: string, change: (path: string) => string): string =>
  url.replace(/^([^:]+:\/\/[^/?#]+)([^?#]*)/, (_, origin: string, own: string) => origin + change(own));

export const reachMutants = [
  mutant(
    "drops-the-query",
    "delivery.reaches-callback-url",
    deliveringTo((url) => url.replace(/\?.*/, "")),
  ),
  mutant(
    "drops-the-path",
    "delivery.reaches-callback-url",
    deliveringTo((url) => path(url, () => "/")),
  ),
  mutant(
    "delivers-every-other-event-to-the-root",
    "delivery.reaches-callback-url",
    delivering(({ url }) => ({
      url: (configuration, event, attempt) => {
        const own = url(configuration, event, attempt);
        return event.number % 2 === 1 ? own : path(own, () => "/").replace(/\?.*/, "");
      },
    })),
  ),
  mutant(
    "decodes-the-path",
    "delivery.reaches-callback-url",
    deliveringTo((url) => path(url, decodeURIComponent)),
  ),
  mutant(
    "decodes-the-query",
    "delivery.reaches-callback-url",
    deliveringTo((url) => url.replace(/\?.*/, decodeURIComponent)),
  ),
  mutant(
    "escapes-escapes-again",
    "delivery.reaches-callback-url",
    deliveringTo((url) => url.replaceAll("%", "%25")),
  ),
  mutant(
    "delivers-in-lower-case",
    "delivery.reaches-callback-url",
    deliveringTo((url) => url.toLowerCase()),
  ),
  mutant(
    "drops-parameters-of-the-path",
    "delivery.reaches-callback-url",
    deliveringTo((url) => path(url, (own) => own.replaceAll(/;[^/]*/g, ""))),
  ),
  mutant(
    "ends-the-path-with-a-slash",
    "delivery.reaches-callback-url",
    deliveringTo((url) => path(url, (own) => `${own}/`)),
  ),
  mutant(
    "drops-what-follows-a-semicolon-of-the-query",
    "delivery.reaches-callback-url",
    deliveringTo((url) => url.replace(/(\?[^;]*).*/, "$1")),
  ),
  mutant(
    "delivers-to-the-beginning-of-long-urls",
    "delivery.reaches-callback-url",
    deliveringTo((url) => url.slice(0, LONG_CHARS)),
  ),
  mutant(
    "delivers-only-to-short-urls",
    "delivery.reaches-callback-url",
    delivering(() => ({ isAttempted: ({ callbackUrl }) => callbackUrl.length <= LONG_CHARS })),
  ),
  mutant(
    "delivers-only-the-first-event",
    "delivery.reaches-callback-url",
    delivering(({ isSubscribed }) => {
      const told = new Set<string>();
      return {
        isSubscribed(configuration, event) {
          const isDue = isSubscribed(configuration, event) && !told.has(configuration.callbackUrl);
          told.add(configuration.callbackUrl);
          return isDue;
        },
      };
    }),
  ),
  mutant(
    "delivers-only-to-the-first-merchant",
    "delivery.reaches-callback-url",
    delivering(({ isEnabled }) => ({
      isEnabled: (configuration) => isEnabled(configuration) && isFirst(configuration),
    })),
  ),
  mutant(
    "delivers-only-to-the-second-merchant",
    "delivery.reaches-callback-url",
    delivering(({ isEnabled }) => ({
      isEnabled: (configuration) => isEnabled(configuration) && !isFirst(configuration),
    })),
  ),
  ...["card.transaction", "card.status", "card.3ds-challenge"].map((missing) =>
    mutant(
      `never-delivers-${missing.replace(".", "-")}`,
      "delivery.reaches-callback-url",
      delivering(({ isSubscribed }) => ({
        isSubscribed: (configuration, event) => event.type !== missing && isSubscribed(configuration, event),
      })),
    ),
  ),
  mutant(
    "delivers-only-to-configurations-that-were-never-updated",
    "delivery.reaches-callback-url",
    delivering(({ isEnabled }) => {
      const firstUrls = new Map<string, string>();
      return {
        isEnabled(configuration) {
          const { merchantId, callbackUrl } = configuration;
          if (!firstUrls.has(merchantId)) firstUrls.set(merchantId, callbackUrl);
          return isEnabled(configuration) && firstUrls.get(merchantId) === callbackUrl;
        },
      };
    }),
  ),
];

export const updateMutants = [
  mutant("delivers-to-the-former-url", "delivery.follows-update", ({ register, delivery }) => {
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
  }),
  mutant(
    "delivers-to-the-first-url",
    "delivery.follows-update",
    delivering(() => {
      const first = new Map<string, string>();
      return {
        url({ merchantId, callbackUrl }) {
          if (!first.has(merchantId)) first.set(merchantId, callbackUrl);
          return first.get(merchantId) ?? callbackUrl;
        },
      };
    }),
  ),
  mutant(
    "delivers-to-all-urls-ever",
    "delivery.follows-update",
    delivering(({ isOver, url, retries }) => {
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
  ),
  mutant(
    "keeps-to-the-first-url-of-the-second-merchant",
    "delivery.follows-update",
    delivering(({ url }) => {
      const first = new Map<string, string>();
      return {
        url(configuration, event, attempt) {
          const { merchantId, callbackUrl } = configuration;
          if (isFirst(configuration)) return url(configuration, event, attempt);
          if (!first.has(merchantId)) first.set(merchantId, callbackUrl);
          return first.get(merchantId) ?? callbackUrl;
        },
      };
    }),
  ),
];
