import { type Diagnosis, diagnosisText } from "../api/diagnosis/diagnosis.ts";
import type { RequestCounts } from "../engine/record/result.ts";

/** The target is unreachable, or accepts no valid request. The message says why, and what to check. */
export class UnreachableError extends Error {
  readonly diagnosis: Diagnosis;
  /** The requests sent until then. */
  readonly counts: Readonly<RequestCounts>;

  constructor(diagnosis: Diagnosis, counts: Readonly<RequestCounts>) {
    super(diagnosisText(diagnosis));
    this.diagnosis = diagnosis;
    this.counts = counts;
  }
}
