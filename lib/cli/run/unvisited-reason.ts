import { type Cause, diagnosisText } from "../../api/diagnosis/diagnosis.ts";
import { UnreachableError } from "../../guest/unreachable-error.ts";
import type { RequestCounts } from "../../engine/record/result.ts";
import { InconclusiveError } from "../../engine/record/verdict.ts";

/** The reason why a target was not checked. It is unreachable if it accepts no valid request. */
export interface Unvisited {
  readonly reason: string;
  readonly reasonCode?: Cause;
  readonly unreachable: boolean;
  /** The requests sent until then, as far as known. */
  readonly requests?: Readonly<RequestCounts>;
}

/** Turns an error during the arrival into a statement about the target. Undefined: it is about something else. */
export function unvisitedReason(error: unknown): Unvisited | undefined {
  if (error instanceof UnreachableError) {
    const { diagnosis, counts } = error;
    return {
      reason: diagnosisText(diagnosis),
      reasonCode: diagnosis.code,
      unreachable: true,
      requests: counts,
    };
  }
  return error instanceof InconclusiveError ? { reason: error.message, unreachable: false } : undefined;
}
