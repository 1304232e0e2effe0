import { advisory, inferred } from "../../../lib/api/requirement.ts";
import { leavesRetryCount, movesAtNoStep } from "../../../lib/api/webhook/oracles/leaves-retry-count.ts";
import { keeps } from "../../../lib/api/webhook/rules/keeps.ts";
import { NOTHING } from "../../../lib/api/webhook/rules/said.ts";
import { afterDisable, type Reading } from "../../../lib/api/webhook/rules/steps.ts";

const SAME_CONFIGURATION =
  "The transition to disabled changes the status of the configuration and names nothing else.";

export const keepsEventTypes = inferred("disable.keeps-event-types", {
  sections: ["2.1", "3.2"],
  reads: ["eventTypes"],
  text: "Disable keeps `eventTypes`.",
  because: SAME_CONFIGURATION,
  rule: afterDisable(keepsShownTypes),
});

export const keepsRetryCount = inferred("disable.keeps-retry-count", {
  sections: ["2.1", "3.2"],
  reads: ["retryCount"],
  text: "Disable does not change `retryCount`, unless it also changes by itself.",
  because: SAME_CONFIGURATION,
  last: true,
  check: async ({ merchant, seen }) => {
    await leavesRetryCount(seen, "disable", async () => {
      await merchant.enabled();
      await merchant.disabled();
    });
  },
});

export const movesRetryCountNever = advisory("disable.retry-count-once", {
  sections: ["2.1", "3.2"],
  reads: ["retryCount"],
  text: "Neither register nor disable changes a `retryCount` that never changes otherwise, not even once.",
  last: true,
  check: async ({ merchant, seen }) => {
    await merchant.enabled();
    await merchant.disabled();
    movesAtNoStep(seen);
  },
});

/** A list that is left out while the configuration is disabled says nothing: every field is optional. */
function keepsShownTypes(reading: Reading) {
  return reading.now.eventTypes === undefined ? NOTHING : keeps("eventTypes")(reading);
}
