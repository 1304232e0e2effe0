import type { Check, Observation } from "./check.ts";
import { chronicleOf } from "./recording/chronicle.ts";
import type { OptionalField } from "./requirements/requirement.ts";
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
  /** The optional fields that the target has returned so far. */
  readonly returned: readonly OptionalField[];
  readonly calibration: Calibration;
  /** Why it is not recorded to its end; undefined while it is, or is not to be. */
  readonly unrecorded: string | undefined;
  close(): Promise<void>;
}

/**
 * Opens a session and calibrates it: from here on the merchants' configurations are overwritten, unless a recording
 * answers in the place of the target.
 */
export async function openSession(setup: SessionSetup, substitutes?: Substitutes): Promise<Session> {
  const chronicle = chronicleOf(setup, substitutes);
  const court = await openCourt(setup, chronicle.substitutes);
  chronicle.attend(court);
  const calibration = await calibrate(court, setup.profile);
  return {
    async judge(one, only) {
      await chronicle.begin(one.requirement);
      const judgement = await judge(one, court, only);
      await chronicle.end(judgement);
      return judgement;
    },
    counts: court.counts,
    get returned() {
      return court.means.seen.returned.names;
    },
    calibration,
    get unrecorded() {
      return chronicle.problem;
    },
    async close() {
      await court.close();
      chronicle.close();
    },
  };
}
