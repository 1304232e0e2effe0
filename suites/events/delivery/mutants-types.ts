import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { delivering } from "./faults.ts";
import { instead, replacing } from "../../../lib/reference/changes.ts";

/** Delivers events of this type while the webhook is disabled. */
const whileDisabled = (type: string): Change =>
  delivering(({ isSubscribed }) => ({
    isEnabled: () => true,
    isSubscribed: (configuration, event) =>
      isSubscribed(configuration, event) && (configuration.status === 1 || event.type === type),
  }));

const toEveryMerchant = (type: string): Change =>
  instead("delivery.recipients", (event, sending) =>
    event.type === type ? sending.merchants.map(({ name }) => name) : undefined,
  );

const onceTooLittle = (type: string): Change =>
  replacing(
    "delivery.retries",
    (retries) => (configuration, event) => retries(configuration, event) - (event.type === type ? 1 : 0),
  );

/** Faults of one event type alone. */
export const typeMutants = toMutants({
  "delivery.none-when-disabled": {
    "delivers-card-transaction-while-disabled": whileDisabled("card.transaction"),
    "delivers-card-status-while-disabled": whileDisabled("card.status"),
    "delivers-card-3ds-challenge-while-disabled": whileDisabled("card.3ds-challenge"),
  },
  "delivery.own-merchant-only": {
    "delivers-card-transaction-to-every-merchant": toEveryMerchant("card.transaction"),
    "delivers-card-status-to-every-merchant": toEveryMerchant("card.status"),
    "delivers-card-3ds-challenge-to-every-merchant": toEveryMerchant("card.3ds-challenge"),
  },
  "delivery.retries": {
    "retries-card-transaction-once-too-little": onceTooLittle("card.transaction"),
    "retries-card-status-once-too-little": onceTooLittle("card.status"),
    "retries-card-3ds-challenge-once-too-little": onceTooLittle("card.3ds-challenge"),
  },
});
