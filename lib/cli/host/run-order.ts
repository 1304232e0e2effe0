import type { Diagnosis } from "../../api/diagnosis/diagnosis.ts";
import type { Selection } from "../../engine/plan.ts";
import type { Judgement, RequestCounts, RunWarning } from "../../engine/result.ts";
import type { SessionSetup } from "../../api/webhook/session.ts";
import type { Waiver } from "../../engine/waiver.ts";

/** What the command hands to the thread that judges. Plain data. */
export interface RunOrder {
  readonly setup: SessionSetup;
  readonly selection: Selection;
  /** Those in force. */
  readonly waivers: readonly Waiver[];
  /** Why there is nothing to judge: the target could not be visited. */
  readonly unvisited?: string;
}

/** What the thread that judges hands back with each test. Plain data. */
export interface JudgedMeta {
  judgement?: Judgement;
  /** Requests of the whole run up to here. */
  counts?: RequestCounts;
  /** The optional fields that the target has returned in the run up to here. */
  returned?: readonly string[];
  /** What the target did by itself in the run up to here. */
  noticed?: readonly RunWarning[];
  /** Another client that was seen beyond doubt in the run up to here. */
  sighting?: string;
  /** See {@link PlannedRow}. */
  unselected?: boolean;
  /** Why the run is not recorded to its end. */
  unrecorded?: string;
  /** Why nothing is judged: no valid request was accepted. */
  diagnosis?: Diagnosis;
}

declare module "vitest" {
  interface ProvidedContext {
    conformance: RunOrder;
  }
  interface TaskMeta extends JudgedMeta {}
}
