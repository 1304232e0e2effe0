import { advisory, inferred } from "../../../lib/api/webhook/requirement.ts";
import { describeJson } from "../../../lib/api/json/json.ts";
import { subscribedTypes } from "../../../lib/api/merchant/configuration.ts";
import { leavesRetryCount } from "../../../lib/api/webhook/oracles/leaves-retry-count.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";
import { afterRegister, type Reading } from "../../../lib/api/webhook/rules/steps.ts";
import type { RuleFinding } from "../../../lib/engine/requirement/requirement.ts";

export const keepsEventTypes = inferred("register.keeps-event-types", {
  sections: ["3.2", "6"],
  reads: ["eventTypes"],
  text: "Registering again does not empty `eventTypes`.",
  because:
    "Registering again updates `callbackUrl`; it is not shown to end the subscription, and with an empty list no event is delivered.",
  rule: afterRegister((reading) => comparesTypes(reading, (_, after) => after.length > 0)),
  unheard: neverEnabled,
});

export const keepsEachEventType = advisory("register.keeps-each-event-type", {
  sections: ["3.2", "6"],
  reads: ["eventTypes"],
  text: "Registering again keeps every event type of `eventTypes`.",
  rule: afterRegister((reading) =>
    comparesTypes(
      reading,
      (before, after) => after.length === 0 || new Set(before).isSubsetOf(new Set(after)),
    ),
  ),
  unheard: neverEnabled,
});

export const keepsRetryCount = inferred("register.keeps-retry-count", {
  sections: ["2.1", "3.2"],
  reads: ["retryCount"],
  text: "Registering again does not change `retryCount`, unless it also changes by itself.",
  because:
    "Registering again updates `callbackUrl`, and nothing else is named that it changes for each update.",
  last: true,
  check: async ({ merchant, urls, seen }) => {
    await leavesRetryCount(seen, async () => {
      await merchant.settled();
      await merchant.holds(urls.fresh());
    });
  },
});

/** Explains why no reading was compared. */
function neverEnabled(): string {
  return "Query showed no enabled configuration with event types after another register.";
}

/**
 * Compares the event types of two readings. A disabled configuration, or a list that was empty or unreadable before, says
 * nothing.
 */
function comparesTypes(
  { now, known: { seen = {} } }: Reading,
  isKept: (before: readonly string[], after: readonly string[]) => boolean,
): readonly RuleFinding[] {
  const [before, after] = [subscribedTypes(seen), subscribedTypes(now)];
  if (before === undefined || before.length === 0 || after === undefined || now.status === 0) return NOTHING;
  if (isKept(before, after)) return KEPT;
  return broken(`\`eventTypes\` still ${describeJson(seen.eventTypes)}`, describeJson(now.eventTypes), {
    parts: ["eventTypes"],
  });
}
