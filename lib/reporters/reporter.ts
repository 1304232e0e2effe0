import type { RecordedExchange } from "../engine/recorded-exchange.ts";
import type { RequirementId } from "../engine/requirement.ts";
import type { RunListener } from "../engine/tally.ts";
import type { RunHeader, RunResult } from "./run-result.ts";

/** Reports a run on a terminal, in files or to a service. Each reporter covers only its own part. */
export interface Reporter extends RunListener {
  begin?(header: RunHeader): void;
  /** A sentence before the first check. */
  announce?(sentence: string): void;
  /** The run ends without a result. */
  abandon?(): void;
  /** The first reporter to begin is the last to end. */
  end?(result: RunResult, brought: RunMaterial): void | Promise<void>;
}

/** Data of a run that its result does not contain. */
export interface RunMaterial {
  readonly evidence: readonly CheckEvidence[];
}

/** The exchanges of one check, as its file of evidence holds them. */
export interface CheckEvidence {
  readonly requirement: RequirementId;
  readonly exchanges: readonly RecordedExchange[];
}
