import { toMutants } from "../../../lib/reference/mutant.ts";
import { disabling } from "../../../lib/reference/faults.ts";

/** Faults that change on disable what is not named to change. */
export const disableSettingsMutants = toMutants({
  "disable.keeps-event-types": {
    "empties-event-types-on-disable": disabling((next) => ({ ...next, eventTypes: "[]" })),
    "drops-an-event-type-on-disable": disabling((next) => ({
      ...next,
      eventTypes: '["card.status","card.transaction"]',
    })),
  },
  "disable.keeps-retry-count": {
    "counts-disables-in-retry-count": disabling((next) => ({ ...next, retryCount: next.retryCount + 1 })),
  },
  "disable.retry-count-once": {
    "sets-retry-count-to-zero-on-disable": disabling((next) => ({ ...next, retryCount: 0 })),
  },
});
