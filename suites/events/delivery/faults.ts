import type { DeliveryRules } from "../../../lib/reference/delivery/delivery-rules.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { changing } from "../../../lib/reference/changes.ts";

/** Deliveries go by other rules. */
export function delivering(change: (rules: DeliveryRules) => Partial<DeliveryRules>): Change {
  return ({ delivery }) => ({ delivery: change(delivery) });
}

/** Deliveries go to another URL than the registered one. */
export function deliveringTo(change: (url: string, attempt: number) => string): Change {
  return changing("delivery.url", (usual, _configuration, _event, attempt) => change(usual, attempt));
}

/** The rules depend on the number of the attempt: 1 is the first delivery of an event. */
export function deliveringByAttempt(
  change: (rules: DeliveryRules, attempt: () => number) => Partial<DeliveryRules>,
): Change {
  return delivering((rules) => {
    let current = 0;
    return {
      url(configuration, event, attempt) {
        current = attempt;
        return rules.url(configuration, event, attempt);
      },
      ...change(rules, () => current),
    };
  });
}

/** A failed delivery is made again another number of times. */
export function retrying(change: (retryCount: number, configuration: Configuration) => number): Change {
  return changing("delivery.retries", (usual, configuration) => change(usual, configuration));
}

/** Whether it is the configuration of the first merchant. */
export const isFirst = ({ merchantId }: Configuration): boolean => merchantId.endsWith("1");
