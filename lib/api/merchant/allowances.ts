import type { RunWarning } from "../../engine/result.ts";
import type { Sender } from "../exchange/sender.ts";
import { DefenceLog } from "./rejection/defence-log.ts";
import { RejectionSigns } from "./rejection/rejection-signs.ts";
import { ClockWatch, type TargetClock } from "./timing/clock-watch.ts";
import { ReadLag } from "./timing/read-lag.ts";

/** Temporary behaviour of a target that is not a failure, as far as the run has met it. */
export interface Allowances {
  readonly defences: DefenceLog;
  readonly signs: RejectionSigns;
  readonly lag: ReadLag;
  /** Absent: no request carries a time. */
  readonly watch?: ClockWatch;
}

/** @param clock absent where no request carries a time */
export function allowancesFor(sender: Sender, now: () => number, clock: TargetClock | undefined): Allowances {
  return {
    defences: new DefenceLog(sender),
    signs: new RejectionSigns(),
    lag: new ReadLag({ now, wait: async (ms) => sender.wait(ms, "lag") }),
    ...(clock !== undefined && { watch: new ClockWatch(clock) }),
  };
}

/** Describes what was met, for people. */
export function warningsOf({ defences, watch, lag }: Allowances): readonly RunWarning[] {
  const told = [
    ["defended", defences.summary],
    ["rejects-now-and-then", defences.nowAndThen],
    ["clock-set", watch?.summary],
    ["reads-lag", lag.summary],
    ["disables-by-itself", lag.settlingSummary],
  ] as const;
  return told.flatMap(([code, reason]) => (reason === undefined ? [] : [{ code, reason }]));
}
