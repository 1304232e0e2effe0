import { mutant } from "../../../lib/reference/mutant.ts";
import { delivering, deliveringTo, isFirst } from "./faults.ts";

const inClear = (url: string): string => url.replace(/^https:/, "http:");
const ONE_TYPE = { choices: { eventTypes: "one" } } as const;

export const disabledMutants = [
  mutant(
    "delivers-while-disabled",
    "delivery.none-when-disabled",
    delivering(() => ({ isEnabled: () => true })),
  ),
  mutant(
    "delivers-while-the-second-merchant-is-disabled",
    "delivery.none-when-disabled",
    delivering(({ isEnabled }) => ({
      isEnabled: (configuration) => isEnabled(configuration) || !isFirst(configuration),
    })),
  ),
  mutant(
    "delivers-while-a-configuration-that-was-updated-is-disabled",
    "delivery.none-when-disabled",
    delivering(({ isEnabled }) => ({
      isEnabled: (configuration) =>
        isEnabled(configuration) || configuration.createTime !== configuration.updateTime,
    })),
  ),
];

export const ownMerchantMutants = [
  mutant(
    "delivers-to-every-merchant",
    "delivery.own-merchant-only",
    delivering(() => ({ recipients: (_event, { merchants }) => merchants.map(({ name }) => name) })),
  ),
  mutant(
    "delivers-to-another-merchant",
    "delivery.own-merchant-only",
    delivering(() => ({
      recipients: ({ merchant }, { merchants }) =>
        merchants.map(({ name }) => name).filter((name) => name !== merchant),
    })),
  ),
  mutant(
    "tells-the-first-merchant-of-the-others-events",
    "delivery.own-merchant-only",
    delivering(() => ({
      recipients: ({ merchant }, { merchants: [first] }) =>
        first === undefined || first.name === merchant ? [merchant] : [merchant, first.name],
    })),
  ),
];

export const subscriptionMutants = [
  mutant(
    "delivers-every-event-type",
    "delivery.subscribed-only",
    delivering(() => ({ isSubscribed: () => true })),
    ONE_TYPE,
  ),
  mutant(
    "delivers-types-that-begin-alike",
    "delivery.subscribed-only",
    delivering(() => ({ isSubscribed: ({ eventTypes }, { type }) => eventTypes.includes(type.slice(0, 5)) })),
    ONE_TYPE,
  ),
  mutant(
    "delivers-challenges-unasked",
    "delivery.subscribed-only",
    delivering(({ isSubscribed }) => ({
      isSubscribed: (configuration, event) =>
        isSubscribed(configuration, event) || event.type === "card.3ds-challenge",
    })),
    ONE_TYPE,
  ),
];

export const tlsMutants = [
  mutant("delivers-in-clear", "delivery.over-tls", deliveringTo(inClear)),
  mutant(
    "retries-in-clear",
    "delivery.over-tls",
    deliveringTo((url, attempt) => (attempt === 1 ? url : inClear(url))),
  ),
  mutant(
    "delivers-challenges-in-clear",
    "delivery.over-tls",
    delivering(({ url }) => ({
      url: (configuration, event, attempt) => {
        const own = url(configuration, event, attempt);
        return event.type === "card.3ds-challenge" ? inClear(own) : own;
      },
    })),
  ),
];
