import { createHash } from "node:crypto";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Emission } from "../trigger/emission.ts";
import type { Hook } from "../urls/hook.ts";

/**
 * Deliveries to a hook since an event, each event once: neither earlier deliveries, to whatever hook, nor
 * another copy. Copies have the same bytes in their bodies, or the first of them where one broke off.
 */
export function newArrivals(deliveries: Deliveries, hook: Hook, emission: Emission): readonly Arrival[] {
  const came = deliveries.at(hook, emission).filter(isNewSince(deliveries, emission));
  return [...Map.groupBy(came, bodyKey).values()].flatMap(([first]) => first ?? []);
}

/** Whether an arrival has come since an event, and is no copy of an earlier one. */
export function isNewSince(deliveries: Deliveries, { after }: Emission): (arrival: Arrival) => boolean {
  const known = new Set(deliveries.all.filter(({ number }) => number <= after).map(bodyKey));
  return (arrival) =>
    arrival.number > after && !known.has(bodyKey(arrival)) && !isBeginning(arrival, deliveries, after);
}

/** Whether a delivery broke off, and another one to the same URL has the whole body. */
function isBeginning(arrival: Arrival, { all }: Deliveries, after: number): boolean {
  const { body, target } = arrival;
  if (arrival.isUnfinished !== true) return false;
  return all
    .filter((one) => one.number > after && one.target === target && one.isUnfinished !== true)
    .some((one) => Buffer.compare(one.body.subarray(0, body.length), body) === 0);
}

/** Whether the body of a delivery to a merchant has also come to another one. */
export function isAlsoOfAnother({ addresses, all }: Deliveries, arrival: Arrival, owner: string): boolean {
  const key = bodyKey(arrival);
  return all.some((one) => bodyKey(one) === key && addresses.ownerOf(one) !== owner);
}

/** Each body is read once, however often its arrival is looked at. */
const keys = new WeakMap<Arrival, string>();

/** The same for arrivals whose bodies have the same bytes, and for no others. */
export function bodyKey(arrival: Arrival): string {
  const key = keys.get(arrival) ?? createHash("sha256").update(arrival.body).digest("base64");
  keys.set(arrival, key);
  return key;
}
