import type { Arrival } from "../../../receiver/arrival.ts";
import type { Deliveries } from "./deliveries.ts";
import type { EventRow, Failing } from "./ledger.ts";
import { bodyKey } from "./new-arrivals.ts";

/** The attempts at the events of a round in which deliveries failed. */
export interface Attempts {
  readonly arrivals: readonly Arrival[];
  /** How many of them are of one event for certain, by its identifier, or else by their bodies. */
  readonly alike: number;
  /** Milliseconds between one attempt and the next. */
  readonly gapsMs: readonly number[];
}

/** Reads the attempts of a round so far. A client may repeat one that breaks off by itself. @param until leaves out later ones, by the clock of the run */
export function attemptsIn(
  deliveries: Deliveries,
  { hook, window }: Pick<Failing, "hook" | "window">,
  until = Infinity,
): Attempts {
  const arrivals = deliveries
    .of(hook, window)
    .filter(({ ticks, isUnfinished }) => ticks <= until && isUnfinished !== true);
  const { id } = window;
  const isKnown = id !== undefined && arrivals.every((arrival) => deliveries.eventId(arrival) === id);
  return attemptsOf(arrivals, isKnown ? arrivals : mostCopies(arrivals));
}

/** @param copies those that are of one event for certain. Default: all of them */
export function attemptsOf(arrivals: readonly Arrival[], copies = arrivals): Attempts {
  return { arrivals, alike: copies.length, gapsMs: gapsOf(copies.length > 1 ? copies : arrivals) };
}

/** The attempts at single events that were rejected at once, event by event. */
export function timedAttempts(deliveries: Deliveries): readonly Attempts[] {
  const timed = deliveries.ledger.failed.filter(isTimed);
  return timed.map((failing) => attemptsIn(deliveries, failing, failing.end.at));
}

function isTimed({ plan: { events = [0], steps } }: Failing): boolean {
  return events.length === 1 && steps.every(({ delayMs = 0 }) => delayMs === 0);
}

/** Groups deliveries of several events by the identifier of the event, else by the body. undefined: they are not told apart. */
export function groupedSurely(
  deliveries: Deliveries,
  rows: readonly EventRow[],
  arrivals: readonly Arrival[],
): readonly (readonly Arrival[])[] | undefined {
  const ids = rows.flatMap(({ emission: { id } }) => id ?? []);
  if (ids.length === rows.length && arrivals.every((arrival) => deliveries.eventId(arrival) !== undefined))
    return ids.map((id) => arrivals.filter((arrival) => deliveries.eventId(arrival) === id));
  const alike = Map.groupBy(arrivals, bodyKey);
  return alike.size === rows.length ? [...alike.values()] : undefined;
}

/** The number of attempts and the pauses between them, in words. */
export function inWords({ arrivals: { length }, gapsMs, alike: own }: Attempts): string {
  const alike = own < length ? `, ${own} of them alike` : "";
  const times = `${length} attempt${length === 1 ? "" : "s"}${alike}`;
  const gaps = gapsMs.map((ms) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`);
  return gaps.length === 0 ? times : `${times}, ${gaps.join(" and ")} apart`;
}

/** Whether the receiver has failed a delivery. One that breaks off fails by itself. */
export function hasFailed({ answer, isUnfinished }: Pick<Arrival, "answer" | "isUnfinished">): boolean {
  return answer.status >= 500 && isUnfinished !== true;
}

function mostCopies(arrivals: readonly Arrival[]): readonly Arrival[] {
  const groups = [...Map.groupBy(arrivals, bodyKey).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** Milliseconds between one attempt and the next. */
function gapsOf(arrivals: readonly Arrival[]): number[] {
  return arrivals.slice(1).map(({ ticks }, at) => ticks - (arrivals[at]?.ticks ?? ticks));
}
