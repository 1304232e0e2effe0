import { toMutants } from "../../../lib/reference/mutant.ts";
import { updating } from "../../../lib/reference/faults.ts";

/** Faults that change on update what is not named to change. */
export const registerSettingsMutants = toMutants({
  "register.keeps-event-types": {
    "empties-event-types-on-update": updating((next) => ({ ...next, eventTypes: "[]" })),
    "empties-event-types-when-re-enabled": updating((next, current) =>
      current.status === 0 ? { ...next, eventTypes: "[]" } : next,
    ),
  },
  "register.keeps-each-event-type": {
    "drops-an-event-type-on-update": updating((next) => ({
      ...next,
      eventTypes: '["card.status","card.transaction"]',
    })),
  },
  "register.keeps-retry-count": {
    "counts-updates-in-retry-count": updating((next) => ({ ...next, retryCount: next.retryCount + 1 })),
    "counts-updates-of-the-second-merchant-in-retry-count": updating(
      (next, _current, { headers, merchants }) =>
        headers.get("x-api-key") === merchants[1]?.apiKey
          ? { ...next, retryCount: next.retryCount + 1 }
          : next,
    ),
    "halves-retry-count-on-update": updating((next, { retryCount }) => ({
      ...next,
      retryCount: retryCount > 1 ? 1 : 2,
    })),
  },
});
