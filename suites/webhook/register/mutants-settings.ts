import { mutant } from "../../../lib/reference/mutant.ts";
import { updating } from "../../../lib/reference/faults.ts";

/** Faults that change on update what is not named to change. */
export const registerSettingsMutants = [
  mutant(
    "empties-event-types-on-update",
    "register.keeps-event-types",
    updating((next) => ({ ...next, eventTypes: "[]" })),
  ),
  mutant(
    "empties-event-types-when-re-enabled",
    "register.keeps-event-types",
    updating((next, current) => (current.status === 0 ? { ...next, eventTypes: "[]" } : next)),
  ),
  mutant(
    "drops-an-event-type-on-update",
    "register.keeps-each-event-type",
    updating((next) => ({ ...next, eventTypes: '["card.status","card.transaction"]' })),
  ),
  mutant(
    "counts-updates-in-retry-count",
    "register.keeps-retry-count",
    updating((next) => ({ ...next, retryCount: next.retryCount + 1 })),
  ),
  mutant(
    "counts-updates-of-the-second-merchant-in-retry-count",
    "register.keeps-retry-count",
    updating((next, _current, { headers, merchants }) =>
      headers.get("x-api-key") === merchants[1]?.apiKey ? { ...next, retryCount: next.retryCount + 1 } : next,
    ),
  ),
  mutant(
    "halves-retry-count-on-update",
    "register.keeps-retry-count",
    updating((next, { retryCount }) => ({ ...next, retryCount: retryCount > 1 ? 1 : 2 })),
  ),
];
