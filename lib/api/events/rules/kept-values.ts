import type { Arrival } from "../../../receiver/arrival.ts";
import { readJson, writeJson } from "../../json/json.ts";
import { leavesIn } from "../../json/leaves.ts";

/** The attempts at an event, and the factors on which a fault may depend: its merchant, its type, its scene. */
export interface Retried {
  readonly attempts: readonly Pick<Arrival, "body">[];
  readonly factors: readonly string[];
}

/** A value that some attempts share by chance, such as the name of a worker, is not the same in so many retries. */
const TELLING_RETRIES = 8;

/**
 * Describes a value that a retry changes, though all events with another merchant, of another type or in other scenes keep
 * what stands there. A sender may write the time, the number or the state of each attempt: that changes for all events. A time
 * or a duration may stay the same for those that are retried soon, and only one merchant may get an identifier of each attempt.
 * undefined: there is no such value.
 */
export function changedUnlikeOthers(
  { attempts, factors }: Retried,
  others: readonly Retried[],
): string | undefined {
  const [first, ...retries] = attempts.map(valuesOf);
  const rests = factors.map((factor, at) => others.filter((other) => other.factors[at] !== factor));
  for (const [at, retry] of retries.entries())
    for (const [place, value] of retry) {
      const own = first?.get(place);
      if (own === undefined || own === value || mayBeOfAttempt(own, value)) continue;
      if (rests.some((rest) => retriesThatKeep(rest, place, at + 1) >= TELLING_RETRIES))
        return `has another value at ${place}`;
    }
  return undefined;
}

/** How many retries keep the value at a place, of events that have so many. 0: an event changes it. */
function retriesThatKeep(events: readonly Retried[], place: string, least: number): number {
  let kept = 0;
  for (const { attempts } of events) {
    const [first, ...retries] = attempts.map((attempt) => valuesOf(attempt).get(place));
    if (first === undefined) continue;
    if (retries.some((value) => value !== first)) return 0;
    if (retries.length >= least) kept += retries.length;
  }
  return kept;
}

/** By their places, the values of a JSON body in JSON, all values of a place together. */
function valuesOf({ body }: Pick<Arrival, "body">): ReadonlyMap<string, string> {
  const reading = readJson(body);
  const byPlace = Map.groupBy(leavesIn(reading.ok ? reading.value : undefined), ({ place }) => place);
  return new Map(
    [...byPlace].map(([place, leaves]) => [place, leaves.map(({ value }) => writeJson(value)).join(",")]),
  );
}

/** Whether one value is a later time than another, a longer duration, or another identifier. */
function mayBeOfAttempt(own: string, value: string): boolean {
  const areNames =
    own.length === value.length && [own, value].every((one) => /^"[a-z_-]*\d[\w-]*"$/i.test(one));
  return areNames || Number(value) > Number(own) || /\d[-:T]\d/.test(value);
}
