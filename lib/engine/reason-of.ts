import type { CheckResult } from "./result.ts";

/** Explains the verdict of a check in one sentence. */
export function reasonOf({ reason, violation, verdict }: CheckResult): string {
  if (reason !== undefined) return reason;
  return violation === undefined ? verdict : `expected ${violation.expected}, got ${violation.actual}`;
}
