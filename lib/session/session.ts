import type { Requirement } from "./requirement.ts";
import { diagnosisText } from "../api/diagnosis/diagnosis.ts";
import type { JudgedTarget } from "../engine/steps.ts";
import { type Calibration, calibrateTarget } from "./calibrate.ts";
import { receptionOf } from "./reception.ts";
import { judge } from "../engine/judge.ts";
import { warningsOf } from "../api/merchant/allowances.ts";
import type { RunExtras } from "./run-extras.ts";
import { asQueried } from "./as-queried.ts";
import { areSeparate, joinLane } from "./join-lane.ts";
import { asksMcp, countLanes, merchantsOf } from "./lanes-of.ts";
import { openLanes } from "./open-target.ts";
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
  const { profile } = setup;
  const reception = await receptionOf(setup, substitutes);
  const { receiver } = reception;
  const openLane = await openLanes(setup, requirements, { ...substitutes, ...(receiver && { receiver }) });
  const openPair = (lane: number) => openLane({ merchants: merchantsOf(profile, lane), hasMcp: false });
  const target = openPair(0);
  const further = Array.from({ length: countLanes(profile) - 1 }, (_, at) => openPair(at + 1));
  const ofMcp = openLane({ merchants: [], hasMcp: true });
  let separation: Promise<boolean> | undefined;
  const calibration = await calibrateTarget(target, profile, { requirements, further });
  const { diagnosis } = calibration;
  return {
    async judge(one, only, lane = 0) {
      const judged = asksMcp(one) ? ofMcp : (further[lane - 1] ?? target);
      return judge(profile.run.readOnly ? asQueried(one) : one, judged, only);
    },
    async join(lane) {
      const opened = further[lane - 1];
      separation ??= areSeparate(target, profile, requirements);
      return opened !== undefined && (await separation) && joinLane(opened, target);
    },
    counts: target.allCounts,
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
