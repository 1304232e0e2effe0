import type { Call } from "../../../lib/reference/call.ts";
import type { DeliveryContent } from "../../../lib/reference/delivery/delivery-rules.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import type { Store } from "../../../lib/reference/store.ts";
import { delivering, deliveringByAttempt } from "./faults.ts";
import { instead } from "../../../lib/reference/changes.ts";

const SOON_MS = 500;
const A_SECOND_MS = 1_000;
const THIRD_ATTEMPT = 3;

/** A clock in milliseconds. Each call of the API sets it. */
function clockOfCalls() {
  let store: Store | undefined;
  return {
    wind(call: Call): void {
      ({ store } = call);
    },
    now: () => Number((store?.nextInstant() ?? 0n) / 1_000_000n),
  };
}

/** Uses the former callback URL for some time after an update. */
const laggingBehind =
  (lagMs: number): Change =>
  ({ register, delivery }) => {
    const clock = clockOfCalls();
    const updates = new Map<string, { readonly at: number; readonly former: string }>();
    return {
      register: {
        update(call, current, url) {
          clock.wind(call);
          updates.set(current.merchantId, { at: clock.now(), former: current.callbackUrl });
          return register.update(call, current, url);
        },
      },
      delivery: {
        url(configuration, event, attempt) {
          const updated = updates.get(configuration.merchantId);
          const isLagging = updated !== undefined && clock.now() - updated.at < lagMs;
          return isLagging ? updated.former : delivery.url(configuration, event, attempt);
        },
      },
    };
  };

export const situationMutants = toMutants({
  "delivery.follows-update": {
    "delivers-to-the-former-url-for-a-second": laggingBehind(A_SECOND_MS),
  },
  "delivery.none-when-disabled": {
    "delivers-events-of-a-disabled-merchant-to-another": instead("delivery.recipients", (event, sending) =>
      sending.store.configurationOf(event.merchant)?.status === 0
        ? sending.merchants.map(({ name }) => name).filter((name) => name !== event.merchant)
        : undefined,
    ),
    "delivers-while-disabled-soon-after-an-update": ({ register, disable, delivery }) => {
      const clock = clockOfCalls();
      const updated = new Map<string, number>();
      const lively = new Set<string>();
      return {
        register: {
          update(call, current, url) {
            clock.wind(call);
            updated.set(current.merchantId, clock.now());
            lively.delete(current.merchantId);
            return register.update(call, current, url);
          },
        },
        disable: {
          disabled(call, current) {
            if (clock.now() - (updated.get(current.merchantId) ?? 0) < SOON_MS)
              lively.add(current.merchantId);
            return disable.disabled(call, current);
          },
        },
        delivery: {
          isEnabled: (configuration) =>
            delivery.isEnabled(configuration) || lively.has(configuration.merchantId),
        },
      };
    },
  },
  "delivery.keeps-to-stored-url": {
    "loses-the-first-event-after-an-update-while-another-merchant-is-disabled": delivering(
      ({ isSubscribed, recipients }) => {
        const known = new Set<string>();
        let isAnyDisabled = false;
        return {
          recipients(event, sending) {
            isAnyDisabled = sending.merchants.some(
              ({ name }) => sending.store.configurationOf(name)?.status === 0,
            );
            return recipients(event, sending);
          },
          isSubscribed(configuration, event) {
            const isFirst = !known.has(configuration.callbackUrl);
            known.add(configuration.callbackUrl);
            return isSubscribed(configuration, event) && !(isFirst && isAnyDisabled);
          },
        };
      },
    ),
  },
  "delivery.retries": {
    "retries-once-too-often-after-an-even-number-of-updates": ({ register, delivery }) => {
      let updates = 0;
      return {
        register: {
          update(call, current, url) {
            updates += 1;
            return register.update(call, current, url);
          },
        },
        delivery: {
          retries: (configuration, event) =>
            delivery.retries(configuration, event) + (updates % 2 === 0 ? 1 : 0),
        },
      };
    },
    "retries-only-once-after-broken-connections": deliveringByAttempt(({ isOver }, attempt) => ({
      isOver: (answer, sending) => (answer === undefined && attempt() > 1) || isOver(answer, sending),
    })),
  },
  "delivery.retries-each-event": {
    "shares-its-retries-among-events-that-fail-at-the-same-time": delivering(({ retries }) => {
      const left = new Map<string, number>();
      return {
        retries(configuration, event) {
          const promised = retries(configuration, event);
          left.set(configuration.callbackUrl, left.get(configuration.callbackUrl) ?? promised);
          return promised;
        },
        isAttempted({ callbackUrl }, _event, attempt) {
          if (attempt === 1) return true;
          const rest = left.get(callbackUrl) ?? 0;
          left.set(callbackUrl, rest - 1);
          return rest > 0;
        },
      };
    }),
  },
  "delivery.retries-the-same-event": {
    "retries-with-the-newest-event": deliveringByAttempt(({ content }, attempt) => {
      const newest = new Map<string, DeliveryContent>();
      return {
        content(usual, configuration, sending) {
          const own = content(usual, configuration, sending);
          if (attempt() === 1) newest.set(configuration.merchantId, own);
          return newest.get(configuration.merchantId) ?? own;
        },
      };
    }),
    "retries-with-another-type-from-the-third-attempt-on": deliveringByAttempt(({ content }, attempt) => ({
      content(usual, configuration, sending) {
        const own = content(usual, configuration, sending);
        return attempt() < THIRD_ATTEMPT
          ? own
          : { ...own, body: own.body.replaceAll("card.transaction", "card.status") };
      },
    })),
  },
});
