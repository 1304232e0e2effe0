import { sessionRecording } from "../recording/session-recording.ts";
import type { Requirement } from "../requirement.ts";
import type {
  GeneratedCase,
  Judgement,
  OperationCoverage,
  RequestCounts,
  RunWarning,
  SeenWords,
} from "../../engine/result.ts";
import { diagnosisText } from "../diagnosis/diagnosis.ts";
import type { TargetRefusal } from "../../engine/steps.ts";
import { type Calibration, calibrate } from "./calibrate.ts";
import { receptionOf } from "../events/reception.ts";
import { judge } from "../../engine/judge.ts";
import { noticedIn } from "./defence/allowances.ts";
import { openTarget } from "./open-target.ts";
import type { SessionSetup, Substitutes } from "./session-setup.ts";

export type { SessionSetup };

/** A target being judged, check after check. */
export interface Session {
  /**
   * Never throws for the target's fault.
   * @param only the one generated case to run, to see whether it shows the same again.
   */
  judge(one: Requirement, only?: GeneratedCase): Promise<Judgement>;
  readonly counts: RequestCounts;
  /** The optional fields that the target has returned so far. */
  readonly returned: readonly string[];
  /** How far the run has come with each operation that the document only names. */
  readonly operations: readonly OperationCoverage[];
  /** What the transaction records of the run, and of earlier ones, have shown. */
  readonly words: SeenWords;
  readonly calibration: Calibration;
  /** What the target did by itself so far, that people must know to read the judgements. */
  readonly noticed: readonly RunWarning[];
  /** Another client that was seen beyond doubt so far; undefined: none. */
  readonly sighting: string | undefined;
  /** Why nothing is to be judged: no valid request is accepted. */
  readonly refusal: TargetRefusal | undefined;
  /** Why it is not recorded to its end; undefined while it is, or is not to be. */
  readonly unrecorded: string | undefined;
  close(): Promise<void>;
}

/**
 * Opens a session and calibrates it: from here on the merchants' configurations are overwritten, unless a recording
 * answers in the place of the target.
 */
export async function openSession(
  setup: SessionSetup,
  requirements: readonly Requirement[],
  substitutes?: Substitutes,
): Promise<Session> {
  const reception = await receptionOf(setup, substitutes);
  const { receiver } = reception;
  const recording = sessionRecording(reception.setup, requirements, substitutes);
  const target = await openTarget(reception.setup, requirements, {
    ...recording.substitutes,
    ...(receiver && { receiver }),
  });
  recording.attend(target);
  const calibration = await calibrate(target, reception.setup.profile, requirements);
  const { diagnosis } = calibration;
  return {
    async judge(one, only) {
      recording.begin(one);
      const judgement = await judge(one, target, only);
      recording.end(judgement);
      return judgement;
    },
    counts: target.counts,
    get returned() {
      return target.returned.names;
    },
    get words() {
      const { types, statuses } = target.shared.operations.vocabulary;
      const shown = (values: readonly string[]) => values.map((value) => target.recorder.redact(value));
      return { types: shown(types), statuses: shown(statuses) };
    },
    get operations() {
      return target.shared.operations.coverage;
    },
    calibration,
    refusal: diagnosis && { code: diagnosis.code, reason: diagnosisText(diagnosis) },
    get noticed() {
      return noticedIn(target.allowances).map(({ code, reason }) => ({
        code,
        reason: target.recorder.redact(reason),
      }));
    },
    get sighting() {
      return target.sighting;
    },
    get unrecorded() {
      return recording.problem;
    },
    async close() {
      await target.close();
      await reception.close();
      recording.close();
    },
  };
}
