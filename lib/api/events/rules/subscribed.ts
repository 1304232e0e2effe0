import { InapplicableError, Violation } from "../../../engine/record/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import { AT_FORMER_URL } from "../deliveries/delivery-deviations.ts";
import { EVENT_TYPES, typesShown } from "../deliveries/event-types.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import type { EventRow } from "../deliveries/ledger.ts";
import { UNSUBSCRIBED } from "../scenes/scene-stage.ts";
import { BACK, LATER } from "../scenes/updates.ts";
import { findStray, rowsAt } from "./arrivals.ts";
import type { RoundRule } from "./decided-by.ts";
import { byMerchant, findAtRoot } from "./recipients.ts";

/** No event comes of a type without subscription. */
export const deliversSubscribedOnly: RoundRule = async (context, round) => {
  const { deliveries, merchant, others } = context;
  const shown = [merchant, ...others].map(async (one) => deliveries.subscription(one, true));
  if ((await Promise.all(shown)).every(({ unsubscribed }) => unsubscribed.length === 0))
    throw new InapplicableError(
      "Every event type that can be triggered is subscribed, or the subscription is not known.",
    );
  const hasCome = ({ hook, emission }: EventRow) => deliveries.of(hook, emission).length > 0;
  // Only another merchant, who has no part in the scene, may lack a subscription.
  if (!round.rows.some(({ when }) => when === UNSUBSCRIBED) && round.rows.every(hasCome)) return [];
  const unasked = byMerchant(context, rowsAt(deliveries, round, [UNSUBSCRIBED]));
  return unasked.map(([{ name }, [row]]) => {
    const rows = round.rows.filter(({ hook, when }) => hook === row?.hook && ![LATER, BACK].includes(when));
    const expected = `no delivery of ${row?.type}, which \`eventTypes\` does not list`;
    if (row === undefined) return [name, undefined];
    const { hook, merchant: own } = row;
    const hooks = deliveries.addresses.hooksOf(own);
    const former = { rows: [row], hooks: hooks.slice(0, hooks.indexOf(hook)), deviations: [AT_FORMER_URL] };
    const stray =
      findStray(deliveries, round, { rows, hooks: [hook], expected }) ??
      findStray(deliveries, round, { ...former, expected });
    return [name, stray ?? findAtRoot(deliveries, [row], expected)];
  });
};

/**
 * No delivery of the run shows an event without subscription: by its identifier, or by its type, where the deliveries of all
 * events show their own type and no other one.
 * @throws {Violation}
 */
export function assertNoneUnsubscribed({ deliveries }: EventsContext): void {
  const { all, ledger, addresses } = deliveries;
  const showType = ledger.rows.every(({ isDue, type, hook, emission }) => {
    const came = deliveries.of(hook, emission);
    return !isDue || came.length === 0 || came.some((arrival) => isShown(arrival, type));
  });
  for (const { hook, type, emission } of ledger.rows.filter(({ when }) => when === UNSUBSCRIBED)) {
    const isIts = (arrival: Arrival) =>
      emission.id === undefined
        ? showType && isShown(arrival, type)
        : deliveries.eventId(arrival) === emission.id;
    const came = all.find(
      (arrival) =>
        arrival.number > emission.after && addresses.ownerOf(arrival) === hook.owner && isIts(arrival),
    );
    if (came === undefined) continue;
    throw new Violation({
      expected: `no delivery of ${type}, which \`eventTypes\` does not list`,
      actual: `one to ${addresses.shown(came)}`,
    });
  }
}

/** Whether a delivery shows a type, and no other one. */
function isShown(arrival: Arrival, type: string): boolean {
  return typesShown(arrival, EVENT_TYPES).join(" ") === type;
}
