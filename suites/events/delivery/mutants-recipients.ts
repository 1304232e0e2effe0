import { toMutants } from "../../../lib/reference/mutant.ts";
import { deliveringTo, isFirst } from "./faults.ts";
import { changing, instead, sayingYes } from "../../../lib/reference/changes.ts";

const inClear = (url: string): string => url.replace(/^https:/, "http:");
const ONE_TYPE = { choices: { eventTypes: "one" } } as const;

export const disabledMutants = toMutants({
  "delivery.none-when-disabled": {
    "delivers-while-disabled": sayingYes("delivery.isEnabled"),
    "delivers-while-the-second-merchant-is-disabled": sayingYes(
      "delivery.isEnabled",
      (configuration) => !isFirst(configuration),
    ),
    "delivers-while-a-configuration-that-was-updated-is-disabled": sayingYes(
      "delivery.isEnabled",
      (configuration) => configuration.createTime !== configuration.updateTime,
    ),
  },
});

export const ownMerchantMutants = toMutants({
  "delivery.own-merchant-only": {
    "delivers-to-every-merchant": instead("delivery.recipients", (_event, { merchants }) =>
      merchants.map(({ name }) => name),
    ),
    "delivers-to-another-merchant": instead("delivery.recipients", ({ merchant }, { merchants }) =>
      merchants.map(({ name }) => name).filter((name) => name !== merchant),
    ),
    "tells-the-first-merchant-of-the-others-events": instead(
      "delivery.recipients",
      ({ merchant }, { merchants: [first] }) =>
        first === undefined || first.name === merchant ? [merchant] : [merchant, first.name],
    ),
  },
});

export const subscriptionMutants = toMutants(
  {
    "delivery.subscribed-only": {
      "delivers-every-event-type": sayingYes("delivery.isSubscribed"),
      "delivers-types-that-begin-alike": instead("delivery.isSubscribed", ({ eventTypes }, { type }) =>
        eventTypes.includes(type.slice(0, 5)),
      ),
      "delivers-challenges-unasked": sayingYes(
        "delivery.isSubscribed",
        (_configuration, event) => event.type === "card.3ds-challenge",
      ),
    },
  },
  ONE_TYPE,
);

export const tlsMutants = toMutants({
  "delivery.over-tls": {
    "delivers-in-clear": deliveringTo(inClear),
    "retries-in-clear": deliveringTo((url, attempt) => (attempt === 1 ? url : inClear(url))),
    "delivers-challenges-in-clear": changing("delivery.url", (own, _configuration, event) =>
      event.type === "card.3ds-challenge" ? inClear(own) : own,
    ),
  },
});
