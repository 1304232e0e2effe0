import { afterLook } from "../../../lib/api/events/after-look.ts";
import { lookAtDisabled } from "../../../lib/api/events/oracles/look-at-disabled.ts";
import { inferred, stated } from "../../../lib/api/events/requirement.ts";
import { acceptFromNowOn, failFirst } from "../../../lib/api/events/oracles/count-attempts.ts";
import { registerHook } from "../../../lib/api/events/oracles/establish-hook.ts";
import { allArrive, eventNumbers } from "../../../lib/api/events/oracles/reaches.ts";
import { UNRETRIED } from "../../../lib/api/events/oracles/fail-together.ts";
import { promisedBy, retriesAsPromised, stopsWhenAccepted } from "../../../lib/api/events/oracles/retried.ts";
import { eachInTurn } from "../../../lib/api/events/oracles/each-in-turn.ts";
import { retriesUnanswered, UNANSWERED } from "../../../lib/api/events/oracles/retries-unanswered.ts";
import { InconclusiveError, Violation } from "../../../lib/engine/verdict.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import { receiver, trigger } from "../../../lib/profile/needs.ts";

const FAILURES = 2;
/** From standard depth on, an event of each type of the document. */
const EVENTS = { quick: 1, standard: 3, deep: 3 };

export const retries = stated("delivery.retries", {
  sections: ["2.1", "6"],
  needs: [receiver, trigger],
  reads: ["retryCount"],
  text: "A failed delivery is retried `retryCount` times, also when no answer came.",
  check: afterLook(
    lookAtDisabled,
    "delivery.retries",
    async ({ deliveries, merchant, others: [other = merchant], effort }) => {
      const turns = eventNumbers(effort.at(EVENTS));
      const isWhole = !effort.isQuick;
      const unanswered = effort.tried(UNANSWERED);
      try {
        await eachInTurn(
          [merchant, other],
          [
            ...turns.map((turn) => async (one: Merchant) => retriesAsPromised(deliveries, one, turn)),
            async (one) => stopsWhenAccepted(deliveries, one),
            ...unanswered.map(
              (how) => async (one: Merchant) => retriesUnanswered(deliveries, one, how, isWhole),
            ),
          ],
        );
      } catch (error) {
        if (error instanceof Violation) deliveries.history.reported.add(UNRETRIED);
        throw error;
      }
    },
  ),
});

export const goesOnAfterFailures = inferred("delivery.goes-on-after-failures", {
  sections: ["6"],
  needs: [receiver, trigger],
  reads: ["retryCount"],
  text: "After a delivery has failed, later events of configurations that are still enabled are delivered.",
  because:
    "Notifications are delivered while the configuration is enabled; nothing else is named to end that.",
  check: afterLook(
    lookAtDisabled,
    "delivery.goes-on-after-failures",
    async ({ deliveries, merchant, others, effort }) => {
      const { retriesMs } = deliveries.waits;
      const promised = await promisedBy(merchant);
      const least = Math.min(FAILURES, promised) + 1;
      const { found: failed, emission, planned } = await failFirst(deliveries, merchant, FAILURES, least);
      await acceptFromNowOn(deliveries, failed.hook, planned);
      const { length } = deliveries.of(failed.hook, emission);
      const isPending = length === 0 ? retriesMs === undefined : length < least;
      if (isPending) {
        throw new InconclusiveError(
          "A failed delivery was not made up for, and later events may wait for it.",
        );
      }
      const { status } = await merchant.configuration();
      if (status !== 0 && retriesMs !== undefined) await allArrive(deliveries, [failed], [0], retriesMs);
      const found = [];
      for (const one of [merchant, ...others]) found.push(await registerHook(deliveries, one));
      await allArrive(deliveries, found, eventNumbers(effort.at(EVENTS)), retriesMs);
    },
  ),
});
