import { mutant } from "../../../lib/reference/mutant.ts";
import { delivering } from "./faults.ts";

const TYPES = ["card.transaction", "card.status", "card.3ds-challenge"] as const;
const dashed = (type: string): string => type.replace(".", "-");

/** Faults of one event type alone. */
export const typeMutants = TYPES.flatMap((one) => [
  mutant(
    `delivers-${dashed(one)}-while-disabled`,
    "delivery.none-when-disabled",
    delivering(({ isSubscribed }) => ({
      isEnabled: () => true,
      isSubscribed: (configuration, event) =>
        isSubscribed(configuration, event) && (configuration.status === 1 || event.type === one),
    })),
  ),
  mutant(
    `delivers-${dashed(one)}-to-every-merchant`,
    "delivery.own-merchant-only",
    delivering(({ recipients }) => ({
      recipients: (event, sending) =>
        event.type === one ? sending.merchants.map(({ name }) => name) : recipients(event, sending),
    })),
  ),
  mutant(
    `retries-${dashed(one)}-once-too-little`,
    "delivery.retries",
    delivering(({ retries }) => ({
      retries: (configuration, event) => retries(configuration, event) - (event.type === one ? 1 : 0),
    })),
  ),
]);
