import type { Plain } from "../../../engine/plain.ts";
import { ACKNOWLEDGED } from "../../../receiver/answer-plan.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";
import { registerHook } from "./establish-hook.ts";
import { missingEventError } from "./find-misdelivery.ts";

const EVENTS = 6;
/** How long the answer to each takes: what comes meanwhile does not wait for it. */
const ANSWER_MS = 300;
const DELAYS: readonly (readonly [maxMs: number, words: string])[] = [
  [250, "at once"],
  [1_000, "under a second"],
  [60_000, "seconds"],
  [3_600_000, "minutes"],
];

/** Observes several events in a row: how soon they come, whether one waits for another, repetitions, and their order. */
export async function observeFlow(deliveries: Deliveries, merchant: Merchant): Promise<Plain> {
  const answer = { ...(deliveries.acknowledge ?? ACKNOWLEDGED), delayMs: ANSWER_MS };
  const { hook, type } = await registerHook(deliveries, merchant, { plan: [answer] });
  const emissions: Emission[] = [];
  for (let event = 0; event < EVENTS; event += 1) emissions.push(await deliveries.trigger(merchant, type));
  const [first] = emissions;
  if (first === undefined) return {};
  const any = { after: first.after, at: first.at };
  await deliveries.further(hook, any, { count: EVENTS });
  await deliveries.silence(ANSWER_MS);
  const came = deliveries.at(hook, any);
  const [earliest] = came;
  if (earliest === undefined) throw missingEventError(deliveries, hook);
  const keys = came.map(
    (arrival) => deliveries.eventId(arrival) ?? Buffer.from(arrival.body).toString("base64"),
  );
  return {
    delay: DELAYS.find(([maxMs]) => earliest.ticks - first.at < maxMs)?.[1] ?? "hours",
    ...atOnce(emissions, came),
    duplicates: new Set(keys).size < keys.length ? "some" : "none",
    ...inOrder(emissions, keys),
  };
}

/** Nothing, where each event came after the answer to the one before had been given. */
function atOnce(emissions: readonly Emission[], came: readonly Arrival[]): Record<string, string> {
  const answeredAt = came.map(({ ticks }) => ticks + ANSWER_MS);
  if (came.slice(1).some(({ ticks }, before) => ticks < (answeredAt[before] ?? 0)))
    return { deliveries: "several at once" };
  const wasDue = emissions.slice(1).some(({ at }, before) => at < (answeredAt[before] ?? 0));
  return wasDue ? { deliveries: "one after the other" } : {};
}

/** Undefined: the event of a delivery is not known. */
function inOrder(emissions: readonly Emission[], keys: readonly string[]): Record<string, string> {
  const places = emissions
    .flatMap(({ id }) => (id === undefined ? [] : keys.indexOf(id)))
    .filter((at) => at >= 0);
  if (places.length < 2) return {};
  const isKept = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
  return { order: isKept ? "kept" : "changed" };
}
