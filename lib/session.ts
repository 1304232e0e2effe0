import type { Check, Observation } from "./check.ts";
import type { GeneratedCase, Judgement, RequestCounts } from "./result.ts";
import { type Calibration, calibrate } from "./session/calibrate.ts";
import { judge } from "./session/judge.ts";
import { openCourt, type SessionSetup, type Substitutes } from "./session/open-court.ts";

export type { SessionSetup };

/** A target being judged, check after check. */
export interface Session {
  /**
   * Never throws for the target's fault.
   * @param only the one generated case to run, to see whether it shows the same again.
   */
  judge(one: Check | Observation, only?: GeneratedCase): Promise<Judgement>;
  readonly counts: RequestCounts;
  readonly calibration: Calibration;
  close(): Promise<void>;
}

/** Opens a session and calibrates it: from here on the merchants' configurations are overwritten. */
export async function openSession(setup: SessionSetup, substitutes?: Substitutes): Promise<Session> {
  const court = await openCourt(setup, substitutes);
  const calibration = await calibrate(court);
  return {
    judge: async (one, only) => judge(one, court, only),
    counts: court.counts,
    calibration,
    close: async () => court.close(),
  };
}
