import { toMutants } from "../../../lib/reference/mutant.ts";
import { delivering, deliveringTo, isFirst } from "./faults.ts";

const inClear = (url: string): string => url.replace(/^https:/, "http:");
const ONE_TYPE = { choices: { eventTypes: "one" } } as const;

export const disabledMutants = toMutants({
  "delivery.none-when-disabled": {
    "delivers-while-disabled": delivering(() => ({ isEnabled: () => true })),
    "delivers-while-the-second-merchant-is-disabled": delivering(({ isEnabled }) => ({
      isEnabled: (configuration) => isEnabled(configuration) || !isFirst(configuration),
    })),
    "delivers-while-a-configuration-that-was-updated-is-disabled": delivering(({ isEnabled }) => ({
      isEnabled: (configuration) =>
        isEnabled(configuration) || configuration.createTime !== configuration.updateTime,
    })),
  },
});

export const ownMerchantMutants = toMutants({
  "delivery.own-merchant-only": {
    "delivers-to-every-merchant": delivering(() => ({
      recipients: (_event, { merchants }) => merchants.map(({ name }) => name),
    })),
    "delivers-to-another-merchant": delivering(() => ({
      recipients: ({ merchant }, { merchants }) =>
        merchants.map(({ name }) => name).filter((name) => name !== merchant),
    })),
    "tells-the-first-merchant-of-the-others-events": delivering(() => ({
      recipients: ({ merchant }, { merchants: [first] }) =>
        first === undefined || first.name === merchant ? [merchant] : [merchant, first.name],
    })),
  },
});

export const subscriptionMutants = toMutants(
  {
    "delivery.subscribed-only": {
      "delivers-every-event-type": delivering(() => ({ isSubscribed: () => true })),
      "delivers-types-that-begin-alike": delivering(() => ({
        isSubscribed: ({ eventTypes }, { type }) => eventTypes.includes(type.slice(0, 5)),
      })),
      "delivers-challenges-unasked": delivering(({ isSubscribed }) => ({
        isSubscribed: (configuration, event) =>
          isSubscribed(configuration, event) || event.type === "card.3ds-challenge",
      })),
    },
  },
  ONE_TYPE,
);

export const tlsMutants = toMutants({
  "delivery.over-tls": {
    "delivers-in-clear": deliveringTo(inClear),
    "retries-in-clear": deliveringTo((url, attempt) => (attempt === 1 ? url : inClear(url))),
    "delivers-challenges-in-clear": delivering(({ url }) => ({
      url: (configuration, event, attempt) => {
        const own = url(configuration, event, attempt);
        return event.type === "card.3ds-challenge" ? inClear(own) : own;
      },
    })),
  },
});
