import type { Cause } from "./cause.ts";

/** One cause, in words for a terminal: what the target said is escaped, cut and without credentials. */
export interface Diagnosis {
  readonly code: Cause;
  /** One sentence, with the words of the target. */
  readonly finding: string;
  /** Next steps, as sentences. */
  readonly next: string;
}

export function diagnosisText({ finding, next }: Diagnosis): string {
  return `${finding} ${next}`;
}
