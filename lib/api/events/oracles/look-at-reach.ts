import { InconclusiveError } from "../../../engine/verdict.ts";
import { MAX_CALLBACK_URL_CHARS } from "../../request/draft.ts";
import type { SharedLook } from "../after-look.ts";
import type { Deliveries } from "../deliveries.ts";
import { isAt } from "../hook.ts";
import type { Registration } from "../registration.ts";
import { assertNothingElse, type DueEvent, seeArrival, seeEachArrive, typeInTurn } from "./due-events.ts";
import { registerHook } from "./establish-hook.ts";

/** Of so many events that arrive, a loss would show. */
const EVENTS_IN_A_ROW = 5;

/** Events one after the other and at once, at short and long callback URLs of each merchant. */
export const lookAtReach: SharedLook = async ({ deliveries, merchant, others }) => {
  const [own, ...rest] = [
    await registerHook(deliveries, merchant),
    ...(await eachRegistered(deliveries, others)),
  ];
  const since = await deliveries.mark();
  const due = [...(await seeEachArrive(deliveries, [own, ...rest]))];
  for (const found of rest) due.push(await seeArrival(deliveries, found, typeInTurn(found, 1)));
  assertNothingElse(deliveries, since, due);
  const long = { chars: MAX_CALLBACK_URL_CHARS };
  const ownLong = await registerHook(deliveries, merchant, long);
  const restLong = await eachRegistered(deliveries, others, long);
  const later = await deliveries.mark();
  const dueLater = [...(await seeAllAtOnce(deliveries, ownLong))];
  for (const found of restLong)
    for (const turn of [2, 3]) dueLater.push(await seeArrival(deliveries, found, typeInTurn(found, turn)));
  assertNothingElse(deliveries, later, dueLater);
  return [
    "delivery.reaches-callback-url",
    ...(own.types.length > 1 ? ["delivery.all-at-once"] : []),
    ...(due.length + dueLater.length >= EVENTS_IN_A_ROW ? ["delivery.none-lost"] : []),
  ];
};

async function eachRegistered(
  deliveries: Deliveries,
  merchants: readonly Registration["merchant"][],
  shape = {},
): Promise<readonly Registration[]> {
  const found = [];
  for (const one of merchants) found.push(await registerHook(deliveries, one, shape));
  return found;
}

/** Triggers an event of each type at the same time, and waits for all of them. @throws {InconclusiveError} when one does not come */
async function seeAllAtOnce(
  deliveries: Deliveries,
  { hook, merchant, types }: Registration,
): Promise<readonly DueEvent[]> {
  const since = await deliveries.mark();
  const emissions = await Promise.all(types.map(async (type) => deliveries.trigger(merchant, type)));
  const came = await deliveries.further(hook, since, { count: types.length });
  if (came.length < types.length || came.some((arrival) => !isAt(arrival, hook)))
    throw new InconclusiveError("Events that occurred at once did not all come to their callback URL.");
  for (const type of types) deliveries.history.arrivedTypes.add(type);
  return emissions.map((emission) => ({ emission, hook }));
}
