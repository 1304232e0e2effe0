import { advisory, inferred } from "../../../lib/api/webhook/requirement.ts";
import {
  keepsRetryCountWhenEnabledAgain,
  movesAtNoStep,
} from "../../../lib/api/webhook/oracles/leaves-retry-count.ts";
import { subscribedTypes } from "../../../lib/api/merchant/configuration.ts";
import { describeJson } from "../../../lib/api/json/json.ts";
import { broken, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";
import { afterRegister, type Reading } from "../../../lib/api/webhook/rules/steps.ts";
import { returnedField } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";
import type { RuleFinding } from "../../../lib/engine/requirement.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";

const SAME_CONFIGURATION =
  "The transition to disabled changes the status of the configuration and names nothing else.";

export const keepsEventTypes = inferred("disable.keeps-event-types", {
  sections: ["2.1", "3.2"],
  reads: ["eventTypes"],
  text: "Disable keeps `eventTypes`: they are the same once register has enabled the configuration again.",
  because: SAME_CONFIGURATION,
  rule: afterRegister(keepsTypesThroughDisable),
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

/** Compares the event types of an enabled configuration with those before a disable. Only an emptied list is certain. */
function keepsTypesThroughDisable({
  now,
  known: { seen, seenEnabled, since },
}: Reading): readonly RuleFinding[] {
  const wasDisabled = seen?.status === 0 || since.includes("disable");
  const [before, after] = [subscribedTypes(seenEnabled), subscribedTypes(now)];
  if (!wasDisabled || now.status === 0 || before === undefined || before.length === 0) return NOTHING;
  if (after?.length !== 0) return NOTHING;
  return broken(
    `\`eventTypes\` still ${describeJson(seenEnabled?.eventTypes)}`,
    describeJson(now.eventTypes),
    {
      parts: ["eventTypes"],
    },
  );
}
