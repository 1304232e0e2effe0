import type { RunWarning } from "../../../engine/result.ts";
import type { Sender } from "../../sender.ts";
import { ClockWatch, type ClockWatchOptions } from "./clock-watch.ts";
import { Defences } from "./defences.ts";
import { ReadLag } from "./read-lag.ts";

/** What a run allows a target before anybody is accused, and has met of it so far. */
export interface Allowances {
  readonly defences: Defences;
  readonly lag: ReadLag;
  /** Absent: no request carries a time. */
  readonly watch?: ClockWatch;
}

/** @param clocks absent where no request carries a time */
export function allowancesFor(
  sender: Sender,
  now: () => number,
  clocks: ClockWatchOptions | undefined,
): Allowances {
  const wait = async (ms: number) => sender.wait(ms);
  return {
    defences: new Defences({
      wait,
      slowDown: () => sender.slowDown(),
      sent: () => sender.counts.sent,
    }),
    lag: new ReadLag({ now, wait }),
    ...(clocks !== undefined && { watch: new ClockWatch(clocks) }),
  };
}

/** What was met, for people. */
export function noticedIn({ defences, watch, lag }: Allowances): readonly RunWarning[] {
  const told = [
    ["defended", defences.summary],
    ["clock-set", watch?.summary],
    ["reads-lag", lag.summary],
  ] as const;
  return told.flatMap(([code, reason]) => (reason === undefined ? [] : [{ code, reason }]));
}
