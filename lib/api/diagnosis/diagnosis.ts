/** Why a run cannot check anything: what stands between it and the first valid request that is accepted. Codes are the interface. */
export const CAUSES = [
  "no-answer",
  "redirected",
  "http-authentication",
  "server-error",
  "wrong-base-path",
  "web-page",
  "no-envelope",
  "unknown-key",
  "credentials-refused",
  "signature-demanded",
  "signature-encoding",
  "signature-secret",
  "signature-empty-body",
  "signature-path",
  "signature-refused",
  "timestamp-unit",
  "clock",
  "callback-base-refused",
  "refused-throughout",
] as const;

export type Cause = (typeof CAUSES)[number];

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
