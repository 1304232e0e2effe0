import type { Recorder } from "../client/recorder.ts";
import type { RequestCounts } from "../result.ts";
import type { Disturbance } from "./disturbance.ts";
import type { Means } from "./session-context.ts";

/** Everything that a judgement needs. */
export interface Court {
  readonly means: Means;
  readonly recorder: Recorder;
  readonly counts: RequestCounts;
  readonly signed: boolean;
  readonly disturbance: Disturbance;
}
