import { toMutants } from "../../../lib/reference/mutant.ts";
import type { Configuration, Store } from "../../../lib/reference/store.ts";
import { delivering, isFirst } from "./faults.ts";
import { replacing, sayingNo } from "../../../lib/reference/changes.ts";

const MOST_CHARS = 512;
const A_WHILE_MS = 2_500;
const NEAR_MS = 4;

/** The URL of a configuration before its last update, by merchant. */
function formerUrls() {
  const urls = new Map<string, readonly string[]>();
  return {
    /** Notes a configuration that is delivered to. */
    note({ merchantId, callbackUrl }: Configuration): void {
      const known = urls.get(merchantId) ?? [];
      if (known.at(-1) !== callbackUrl) urls.set(merchantId, [...known, callbackUrl]);
    },
    of: ({ merchantId }: Configuration): readonly string[] => urls.get(merchantId)?.slice(0, -1) ?? [],
  };
}

export const steadyMutants = toMutants({
  "delivery.keeps-to-stored-url": {
    "delivers-to-a-url-that-it-has-rejected": ({ register, delivery }) => {
      const rejected = new Map<string, string>();
      return {
        register: {
          judge(call) {
            const verdict = register.judge(call);
            const owner = call.merchants.find(({ apiKey }) => apiKey === call.headers.get("x-api-key"));
            const id = owner === undefined ? undefined : call.store.configurationOf(owner.name)?.merchantId;
            const [url] = /https:[^"]+/.exec(Buffer.from(call.body).toString()) ?? [];
            if (id === undefined) return verdict;
            if (typeof verdict === "string") rejected.delete(id);
            else if (url !== undefined && url.length > MOST_CHARS) rejected.set(id, url);
            return verdict;
          },
        },
        delivery: {
          url: (configuration, event, attempt) =>
            rejected.get(configuration.merchantId) ?? delivery.url(configuration, event, attempt),
        },
      };
    },
    "delivers-nothing-while-another-merchant-is-disabled": ({ disable, register, delivery }) => {
      let isOff = false;
      return {
        disable: {
          disabled(call, current) {
            isOff = true;
            return disable.disabled(call, current);
          },
        },
        register: {
          save(call, owner, configuration) {
            isOff = false;
            register.save(call, owner, configuration);
          },
        },
        delivery: { isEnabled: (configuration) => delivery.isEnabled(configuration) && !isOff },
      };
    },
    "returns-to-the-former-url-after-seconds": ({ register, delivery }) => {
      const updates = new Map<string, { readonly at: number; readonly former: string }>();
      let store: Store | undefined;
      const now = () => Number((store?.nextInstant() ?? 0n) / 1_000_000n);
      return {
        register: {
          update(call, current, url) {
            ({ store } = call);
            updates.set(current.merchantId, { at: now(), former: current.callbackUrl });
            return register.update(call, current, url);
          },
        },
        delivery: {
          url(configuration, event, attempt) {
            const updated = updates.get(configuration.merchantId);
            const isLate = updated !== undefined && now() - updated.at > A_WHILE_MS;
            return isLate ? updated.former : delivery.url(configuration, event, attempt);
          },
        },
      };
    },
  },
  "delivery.all-at-once": {
    "drops-events-that-overlap": replacing("delivery.isSubscribed", (isSubscribed) => {
      let last = 0;
      return (configuration, event) => {
        const isNear = event.at - last < NEAR_MS;
        last = event.at;
        return isSubscribed(configuration, event) && !isNear;
      };
    }),
  },
  "delivery.none-lost": {
    "loses-every-ninth-event": sayingNo(
      "delivery.isSubscribed",
      (_configuration, event) => event.number % 9 === 8,
    ),
  },
  "delivery.resumes-when-enabled": {
    "delivers-nothing-after-a-disable": ({ disable, delivery }) => {
      const dead = new Set<string>();
      return {
        disable: {
          disabled(call, current) {
            dead.add(current.merchantId);
            return disable.disabled(call, current);
          },
        },
        delivery: {
          isEnabled: (configuration) =>
            delivery.isEnabled(configuration) && !dead.has(configuration.merchantId),
        },
      };
    },
  },
  "delivery.none-when-disabled": {
    "delivers-after-a-rejected-register": ({ register, delivery }) => {
      const awake = new Set<string>();
      return {
        register: {
          judge(call) {
            const verdict = register.judge(call);
            const owner = call.merchants.find(({ apiKey }) => apiKey === call.headers.get("x-api-key"));
            const id = owner === undefined ? undefined : call.store.configurationOf(owner.name)?.merchantId;
            if (id !== undefined && typeof verdict !== "string") awake.add(id);
            return verdict;
          },
        },
        delivery: {
          isEnabled: (configuration) =>
            delivery.isEnabled(configuration) || awake.has(configuration.merchantId),
        },
      };
    },
    "delivers-to-the-former-url-while-disabled": delivering(({ url }) => {
      const former = formerUrls();
      return {
        isEnabled(configuration) {
          former.note(configuration);
          return true;
        },
        isAttempted: (configuration) => configuration.status === 1 || former.of(configuration).length > 0,
        url: (configuration, event, attempt) =>
          configuration.status === 1
            ? url(configuration, event, attempt)
            : (former.of(configuration).at(-1) ?? configuration.callbackUrl),
      };
    }),
  },
  "delivery.goes-on-after-failures": {
    "delivers-nothing-to-others-after-a-failure": delivering(({ isSubscribed }) => {
      const failed = new Set<string>();
      return {
        isSubscribed: (configuration, event) =>
          isSubscribed(configuration, event) && [...failed].every((id) => id === configuration.merchantId),
        isAttempted({ merchantId }, _event, attempt) {
          if (attempt > 1) failed.add(merchantId);
          return true;
        },
      };
    }),
    "delivers-nothing-more-to-a-url-that-failed": delivering(({ isSubscribed }) => {
      const failed = new Set<string>();
      return {
        isSubscribed: (configuration, event) =>
          isSubscribed(configuration, event) && !failed.has(configuration.callbackUrl),
        isAttempted({ callbackUrl }, _event, attempt) {
          if (attempt > 1) failed.add(callbackUrl);
          return true;
        },
      };
    }),
  },
  "delivery.own-merchant-only": {
    "delivers-to-the-first-url-of-the-second-merchant-too": delivering(({ url, isOver, recipients }) => {
      const first = new Map<string, string>();
      return {
        recipients: (event, sending) => {
          const [one, two] = sending.merchants;
          const rival = two === undefined ? undefined : sending.store.configurationOf(two.name);
          if (rival !== undefined && !first.has("rival")) first.set("rival", rival.callbackUrl);
          return event.merchant === one?.name && first.has("rival")
            ? [...recipients(event, sending), event.merchant]
            : recipients(event, sending);
        },
        url(configuration, event, attempt) {
          const turn = first.get(`${event.number}`);
          first.set(`${event.number}`, "sent");
          return turn === "sent" && attempt === 1 && isFirst(configuration)
            ? (first.get("rival") ?? configuration.callbackUrl)
            : url(configuration, event, attempt);
        },
        isOver,
      };
    }),
  },
});
