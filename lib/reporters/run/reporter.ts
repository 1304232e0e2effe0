import type { CheckEvidence } from "../stored/evidence-schema.ts";
import type { RunListener } from "../../engine/run/tally.ts";
import type { RunHeader, RunResult } from "../stored/run-result.ts";

/** Reports a run on a terminal, in files or to a service. Each reporter covers only its own part. */
export interface Reporter extends RunListener {
  begin?(header: RunHeader): void;
  /** A sentence before the first check. */
  announce?(sentence: string): void;
  /** The run ends without a result. */
  abandon?(): void;
  /** The first reporter to begin is the last to end. */
  end?(result: RunResult, evidence: readonly CheckEvidence[]): void | Promise<void>;
}
