import type { RunWarning } from "../../engine/record/result.ts";
import type { Sender } from "../exchange/sender.ts";
import { DefenceLog } from "./rejection/defence-log.ts";
import { RejectionSigns } from "./rejection/rejection-signs.ts";
import { ClockWatch, type TargetClock } from "./timing/clock-watch.ts";
import { ReadLag } from "./timing/read-lag.ts";

const MS_PER_SECOND = 1_000;

/** Temporary behaviour of a target that is not a failure, as far as the run has met it. */
export interface Allowances {
  readonly defences: DefenceLog;
  readonly signs: RejectionSigns;
  readonly lag: ReadLag;
  /** Absent: no request carries a time. */
  readonly watch?: ClockWatch;
}

export interface AllowanceFacts {
  readonly now: () => number;
  /** Absent where no request carries a time. */
  readonly clock: TargetClock | undefined;
  /** The longest lag of reads that is not a failure. */
  readonly readLagSeconds: number;
}

export function allowancesFor(sender: Sender, { now, clock, readLagSeconds }: AllowanceFacts): Allowances {
  const clockOfLag = { now, wait: async (ms: number) => sender.wait(ms, "lag") };
  return {
    defences: new DefenceLog(sender),
    signs: new RejectionSigns(),
    lag: new ReadLag(clockOfLag, readLagSeconds * MS_PER_SECOND),
    ...(clock !== undefined && { watch: new ClockWatch(clock) }),
  };
}

/** Describes what was met, for people. */
export function warningsOf({ defences, watch, lag }: Allowances): readonly RunWarning[] {
  const told = [
    ["defended", defences.summary],
    ["rejects-now-and-then", defences.nowAndThen],
    ["answered-by-router", defences.ofRouter],
    ["clock-set", watch?.summary],
    ["reads-lag", lag.summary],
    ["disables-by-itself", lag.settlingSummary],
  ] as const;
  return told.flatMap(([code, reason]) => (reason === undefined ? [] : [{ code, reason }]));
}
