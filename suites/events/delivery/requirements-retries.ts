import { inControl } from "../../../lib/api/events/in-control.ts";
import { eachInTurn } from "../../../lib/api/events/oracles/each-in-turn.ts";
import { UNRETRIED } from "../../../lib/api/events/oracles/fail-together.ts";
import { goesOnBesideRetries } from "../../../lib/api/events/oracles/goes-on.ts";
import { retriesAsPromised, stopsWhenAccepted } from "../../../lib/api/events/oracles/retried.ts";
import { retriesUnanswered, UNANSWERED } from "../../../lib/api/events/oracles/retries-unanswered.ts";
import { reachesItsUrl } from "../../../lib/api/events/rules/arrivals.ts";
import { decidedBy } from "../../../lib/api/events/rules/decided-by.ts";
import { renewed } from "../../../lib/api/events/scenes/reach.ts";
import { inferred, stated } from "../../../lib/api/events/requirement.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import { Violation } from "../../../lib/engine/verdict.ts";
import { receiver, trigger } from "../../../lib/profile/needs.ts";

/** From standard depth on, an event of each type of the document. */
const EVENTS = { quick: 1, standard: 3, deep: 3 };

export const retries = stated("delivery.retries", {
  sections: ["2.1", "6"],
  needs: [receiver, trigger],
  reads: ["retryCount"],
  text: "A failed delivery is retried `retryCount` times, also when no answer came.",
  check: inControl(async ({ deliveries, merchant, others: [other = merchant], effort }) => {
    const turns = Array.from({ length: effort.at(EVENTS) }, (_, turn) => turn);
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
  }),
});

export const goesOnAfterFailures = inferred("delivery.goes-on-after-failures", {
  sections: ["6"],
  needs: [receiver, trigger],
  reads: ["retryCount"],
  text: "After a delivery has failed, later events of configurations that are still enabled are delivered.",
  because:
    "Notifications are delivered while the configuration is enabled; nothing else is named to end that.",
  check: inControl(async (context) => {
    await goesOnBesideRetries(context.deliveries, context.merchant);
    await decidedBy(renewed, reachesItsUrl)(context);
  }),
});
