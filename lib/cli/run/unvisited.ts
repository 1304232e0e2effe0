import type { Cause } from "../../api/diagnosis/cause.ts";
import { diagnosisText } from "../../api/diagnosis/diagnosis.ts";
import { UnreachableError } from "../../guest/unreachable-error.ts";
import type { RequestCounts } from "../../engine/result.ts";
import { InconclusiveError } from "../../engine/verdict.ts";

/** Why a target was not judged; without any valid request accepted it is unreachable, otherwise nothing could be judged. */
export interface Unvisited {
  readonly reason: string;
  readonly reasonCode?: Cause;
  readonly unreachable: boolean;
  /** What was sent until then, as far as it is known. */
  readonly requests?: Readonly<RequestCounts>;
}

/** What an error that ended an arrival says about the target; undefined when it says nothing about it. */
export function unvisited(error: unknown): Unvisited | undefined {
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
