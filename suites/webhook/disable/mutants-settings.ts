import { mutant } from "../../../lib/reference/mutant.ts";
import { disabling } from "../../../lib/reference/faults.ts";

/** Faults that change on disable what is not named to change. */
export const disableSettingsMutants = [
  mutant(
    "empties-event-types-on-disable",
    "disable.keeps-event-types",
    disabling((next) => ({ ...next, eventTypes: "[]" })),
  ),
  mutant(
    "drops-an-event-type-on-disable",
    "disable.keeps-event-types",
    disabling((next) => ({ ...next, eventTypes: '["card.status","card.transaction"]' })),
  ),
  mutant(
    "counts-disables-in-retry-count",
    "disable.keeps-retry-count",
    disabling((next) => ({ ...next, retryCount: next.retryCount + 1 })),
  ),
  mutant(
    "sets-retry-count-to-zero-on-disable",
    "disable.retry-count-once",
    disabling((next) => ({ ...next, retryCount: 0 })),
  ),
];
