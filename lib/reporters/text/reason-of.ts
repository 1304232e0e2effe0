import type { StoredCheck } from "../stored/run-result.ts";

/** Explains the verdict of a check in one sentence. */
export function reasonOf({ reason, violation, verdict }: StoredCheck): string {
  if (reason !== undefined) return reason;
  return violation === undefined ? verdict : `expected ${violation.expected}, got ${violation.actual}`;
}
