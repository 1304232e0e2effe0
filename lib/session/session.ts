import type { Requirement } from "./requirement.ts";
import { diagnosisText } from "../api/diagnosis/diagnosis.ts";
import type { JudgedTarget } from "../engine/steps.ts";
import { type Calibration, calibrateTarget } from "./calibrate.ts";
import { receptionOf } from "./reception.ts";
import { judge } from "../engine/judge.ts";
import { warningsOf } from "../api/merchant/allowances.ts";
import type { RunExtras } from "./run-extras.ts";
import { asQueried } from "./as-queried.ts";
import { openTarget } from "./open-target.ts";
import type { SessionSetup, Substitutes } from "./session-setup.ts";

export type { SessionSetup };

/** A target being judged, check after check. Judging never throws for the target's fault. */
export interface Session extends Required<JudgedTarget<Requirement, RunExtras>> {
  readonly calibration: Calibration;
}

/** Opens a session and calibrates it: from here on the merchants' configurations are overwritten. */
export async function openSession(
  setup: SessionSetup,
  requirements: readonly Requirement[],
  substitutes?: Substitutes,
): Promise<Session> {
  const reception = await receptionOf(setup, substitutes);
  const { receiver } = reception;
  const target = await openTarget(setup, requirements, { ...substitutes, ...(receiver && { receiver }) });
  const calibration = await calibrateTarget(target, setup.profile, requirements);
  const { diagnosis } = calibration;
  return {
    judge: async (one, only) => judge(setup.profile.run.readOnly ? asQueried(one) : one, target, only),
    counts: target.counts,
    get returned() {
      return target.returned.names;
    },
    get extras() {
      const { coverage, vocabulary } = target.shared.operations;
      const shown = (values: readonly string[]) => values.map((value) => target.recorder.redact(value));
      const words = { types: shown(vocabulary.types), statuses: shown(vocabulary.statuses) };
      return { operations: coverage, words };
    },
    calibration,
    refusal: diagnosis && { code: diagnosis.code, reason: diagnosisText(diagnosis) },
    get noticed() {
      return warningsOf(target.allowances).map(({ code, reason }) => ({
        code,
        reason: target.recorder.redact(reason),
      }));
    },
    get waiting() {
      return target.waiting;
    },
    get sighting() {
      return target.sighting;
    },
    async close() {
      await target.close();
      await reception.close();
    },
  };
}
