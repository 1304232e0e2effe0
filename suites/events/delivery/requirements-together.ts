import { inControl } from "../../../lib/api/events/in-control.ts";
import { failedTogether } from "../../../lib/api/events/oracles/fail-together.ts";
import { carriesItsEvent, carriesTheSameEvent } from "../../../lib/api/events/oracles/same-event.ts";
import { inferred } from "../../../lib/api/events/requirement.ts";
import { failIfPersistent } from "../../../lib/api/events/rules/persistent-faults.ts";
import { InconclusiveError, Violation } from "../../../lib/engine/verdict.ts";
import { receiver, trigger } from "../../../lib/profile/needs.ts";

export const retriesEachEvent = inferred("delivery.retries-each-event", {
  sections: ["2.1", "6"],
  needs: [receiver, trigger],
  reads: ["retryCount"],
  text: "Two events whose deliveries fail at the same time are both retried `retryCount` times.",
  because: "`retryCount` gives the number of retries after a delivery failure, and each of them is one.",
  check: inControl(async ({ deliveries, merchant, others: [last = merchant], effort }) =>
    failIfPersistent(async (before) => {
      const { due, arrivals } = await failedTogether(deliveries, last, !effort.isQuick, before);
      if (arrivals.length >= due) return undefined;
      if (deliveries.waits.retriesMs === undefined)
        throw new InconclusiveError(
          `Two events whose deliveries failed had ${arrivals.length} of ${due} attempts within ${deliveries.waits.patienceMs / 1000} s: more may come later. Set events.retries.windowSeconds to the time that all retries take.`,
        );
      return new Violation({
        expected: `${due} attempts at two events whose deliveries fail at the same time`,
        actual: `${arrivals.length} attempts`,
      });
    }),
  ),
});

export const retriesTheSameEvent = inferred("delivery.retries-the-same-event", {
  sections: ["2.1", "6"],
  needs: [receiver, trigger],
  reads: ["retryCount"],
  text: "A retry carries the event whose delivery failed, and no other one.",
  because: "A retry is the same delivery once more: an event that only others replace is not delivered.",
  check: inControl(async ({ deliveries, merchant, others: [last = merchant], effort }) => {
    await carriesItsEvent(deliveries, merchant);
    await carriesTheSameEvent(deliveries, last, !effort.isQuick);
  }),
});
