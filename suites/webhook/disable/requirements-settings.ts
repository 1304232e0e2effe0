import { advisory, inferred } from "../../../lib/api/webhook/requirement.ts";
import {
  keepsRetryCountWhenEnabledAgain,
  movesAtNoStep,
} from "../../../lib/api/webhook/oracles/leaves-retry-count.ts";
import { returnedField } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";

const SAME_CONFIGURATION =
  "The transition to disabled changes the status of the configuration and names nothing else.";

export const keepsEventTypes = inferred("disable.keeps-event-types", {
  sections: ["2.1", "3.2"],
  reads: ["eventTypes"],
  text: "Disable keeps `eventTypes`: they are the same once register has enabled the configuration again.",
  because: SAME_CONFIGURATION,
  check: async ({ merchant }) => {
    const before = await merchant.enabled();
    await merchant.disabled();
    const after = await merchant.enabled();
    if (before.status === 0 || after.status === 0)
      throw new InapplicableError("Register does not enable a disabled configuration of this target.");
    if (returnedField(before, "eventTypes") !== "[]")
      assertSame(after, { eventTypes: returnedField(before, "eventTypes") });
  },
});

export const keepsRetryCount = inferred("disable.keeps-retry-count", {
  sections: ["2.1", "3.2"],
  reads: ["retryCount"],
  text: "Disable does not change `retryCount`: it is the same once register has enabled the configuration again.",
  because: SAME_CONFIGURATION,
  last: true,
  check: async ({ merchant, seen }) => {
    await keepsRetryCountWhenEnabledAgain(merchant, seen);
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
