import { type Diagnosis, diagnosisText } from "../api/diagnosis/diagnosis.ts";
import type { RequestCounts } from "../engine/result.ts";

/** The target could not be reached, or accepts nothing valid. The message says why, and what to check. */
export class UnreachableError extends Error {
  readonly diagnosis: Diagnosis;
  /** What was sent until then. */
  readonly counts: Readonly<RequestCounts>;

  constructor(diagnosis: Diagnosis, counts: Readonly<RequestCounts>) {
    super(diagnosisText(diagnosis));
    this.diagnosis = diagnosis;
    this.counts = counts;
  }
}
