import { Violation } from "../../../engine/record/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import { attemptsIn, groupedSurely } from "../deliveries/attempts.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import { AT_OTHER_MERCHANT, MISSING_RETRY } from "../deliveries/delivery-deviations.ts";
import { typesShown } from "../deliveries/event-types.ts";
import type { Failing } from "../deliveries/ledger.ts";
import { isAlsoOfAnother } from "../deliveries/new-arrivals.ts";
import { attemptsOrMissing, isAccepted, ofFailing } from "./attempts.ts";
import { changedUnlikeOthers, type Retried } from "./kept-values.ts";
import { unlikeTheFirst } from "./unlike-the-first.ts";

/** Longer than many columns are. */
const LONG_CHARS = 255;

/** Each attempt carries the event whose delivery failed, in the same form, as far as deliveries show that. */
export const carriesItsEvent = ofFailing(async (deliveries, failing) => {
  const { arrivals } = attemptsOrMissing(deliveries, failing);
  const [first] = arrivals;
  if (!areOfOneEvent(deliveries, failing, arrivals)) return undefined;
  const before = deliveries.ledger.rows.flatMap((one) => {
    const [came] = deliveries.of(one.hook, one.emission);
    return came === undefined || first === undefined || came.number >= first.number ? [] : [came.body];
  });
  const others = deliveries.ledger.failed.map((one) => retriedIn(deliveries, one));
  const difference =
    unlikeTheFirst(arrivals, before) ?? changedUnlikeOthers(retriedIn(deliveries, failing), others);
  if (difference === undefined) return undefined;
  const isForeign = arrivals.some((arrival) => isAlsoOfAnother(deliveries, arrival, failing.hook.owner));
  return new Violation({
    expected: `every attempt at an event ${failing.rows[0].type} to carry that event`,
    actual: `one of ${arrivals.length} attempts ${difference}`,
    deviations: isForeign ? [MISSING_RETRY, AT_OTHER_MERCHANT] : [MISSING_RETRY],
  });
});

/** The attempts at an event, if they are of one event for certain. */
function retriedIn(deliveries: Deliveries, failing: Failing): Retried {
  const { rows, plan, hook, end } = failing;
  const { arrivals } = attemptsIn(deliveries, failing, end.at);
  const attempts = areOfOneEvent(deliveries, failing, arrivals) ? arrivals : [];
  return { attempts, factors: [hook.owner, rows[0].type, `${hook.url.length > LONG_CHARS}`, plan.when] };
}

/** Of two events that fail at the same time, each is retried until one of its deliveries is accepted, or as often as promised. */
export const carriesEachEvent = ofFailing(async (deliveries, failing) => {
  const { plan, hook, window } = failing;
  const { arrivals } = attemptsIn(deliveries, failing);
  const byEvent = groupedByEvent(deliveries, failing, arrivals);
  const { retriesMs, attemptsMs: withinMs } = deliveries.waits;
  if (byEvent === undefined || arrivals.length !== plan.least || retriesMs === undefined) return undefined;
  const each = (plan.promised ?? 0) + 1;
  if (byEvent.every((attempts) => attempts.length >= each || isAccepted(attempts.at(-1)))) return undefined;
  const later = await deliveries.further(hook, window, { count: plan.least + 1, withinMs });
  if (later.length > plan.least) return undefined;
  const counts = byEvent.map(({ length }) => length).join(" and ");
  return new Violation({
    expected: "every retry of two failed events to carry the event whose delivery failed",
    actual: `${plan.least} attempts, which carry the one and the other event ${counts} times`,
    deviations: [MISSING_RETRY],
  });
});

/** Whether all attempts are of one event: by its identifier, or because nothing else has used up a failure. */
function areOfOneEvent(
  deliveries: Deliveries,
  { plan: { steps, least }, rows }: Failing,
  arrivals: readonly Arrival[],
): boolean {
  if (rows.length > 1) return false;
  const isCounted = steps.length >= least && arrivals.length === least;
  return isCounted || arrivals.every((arrival) => deliveries.eventId(arrival) !== undefined);
}

/** By the identifier of the event, else by the body, else by the type that a delivery shows. undefined: they are not told apart. */
function groupedByEvent(
  deliveries: Deliveries,
  { rows }: Failing,
  arrivals: readonly Arrival[],
): readonly (readonly Arrival[])[] | undefined {
  const sure = groupedSurely(deliveries, rows, arrivals);
  if (sure !== undefined) return sure;
  const types = rows.map(({ type }) => type);
  if (arrivals.some((arrival) => typesShown(arrival, types).length !== 1)) return undefined;
  return types.map((type) => arrivals.filter((arrival) => typesShown(arrival, types).includes(type)));
}
