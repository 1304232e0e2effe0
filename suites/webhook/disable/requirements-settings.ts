import { advisory, inferred } from "../../../lib/api/webhook/requirement.ts";
import {
  keepsRetryCountWhenEnabledAgain,
  movesAtNoStep,
} from "../../../lib/api/webhook/oracles/leaves-retry-count.ts";
import { returnedField } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import type { JsonValue } from "../../../lib/api/json/json.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import type { Seen } from "../../../lib/api/webhook/observing/seen.ts";
import { InapplicableError } from "../../../lib/engine/record/verdict.ts";

const SAME_CONFIGURATION =
  "The transition to disabled changes the status of the configuration and names nothing else.";

export const keepsEventTypes = inferred("disable.keeps-event-types", {
  spends: true,
  sections: ["2.1", "3.2"],
  reads: ["eventTypes"],
  text: "Disable keeps `eventTypes`: they are the same once register has enabled the configuration again.",
  because: SAME_CONFIGURATION,
  check: async ({ merchant, seen }) => {
    const before = await merchant.enabled();
    await merchant.disabled();
    const after = await merchant.enabled();
    if (before.status === 0 || after.status === 0)
      throw new InapplicableError("Register does not enable a disabled configuration of this target.");
    const eventTypes = emptiedTypes(merchant, seen) ?? returnedField(before, "eventTypes");
    if (eventTypes === "[]") throw new InapplicableError("The target subscribes to no event types.");
    assertUnchanged({ eventTypes }, after, "disable and another register", { fields: ["eventTypes"] });
  },
});

/** The event types of the enabled webhook before a disable of this run, if the first reading as enabled after it shows none. */
function emptiedTypes(merchant: Merchant, { answers }: Pick<Seen, "answers">): JsonValue | undefined {
  let types: JsonValue | undefined;
  let isDisabled = false;
  for (const { caller, label, succeeded, configuration } of answers) {
    if (caller !== merchant.name) continue;
    if (label === "disable" && succeeded) isDisabled = true;
    if (configuration?.["status"] !== 1) continue;
    const shown = configuration["eventTypes"];
    if (isDisabled && shown === "[]" && types !== undefined && types !== "[]") return types;
    isDisabled = false;
    types = shown;
  }
  return undefined;
}

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
  text: "Neither register, disable nor a refusal changes a `retryCount` that never changes otherwise, not even once.",
  last: true,
  check: async ({ merchant, seen }) => {
    await merchant.enabled();
    await merchant.disabled();
    movesAtNoStep(seen);
  },
});
