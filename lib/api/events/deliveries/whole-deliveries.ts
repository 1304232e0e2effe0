import type { Arrival } from "../../../receiver/arrival.ts";
import { isUnfinished } from "../../../receiver/taking-in.ts";

/** A connection may break once or twice. Where so many break, the sender ends its bodies too early. */
const MOST_BROKEN = 3;

/** Counts the deliveries that are not waited for again. One that breaks off may be repeated, but not without end. */
export function countWhole(came: readonly Pick<Arrival, "isCut" | "body">[]): number {
  const broken = came.filter(isUnfinished).length;
  return came.length - (broken < MOST_BROKEN ? broken : 0);
}
