import type { CheckResult } from "./result.ts";

/** Why a check has its verdict, in one sentence. */
export function reasonOf({ reason, violation, verdict }: CheckResult): string {
  if (reason !== undefined) return reason;
  return violation === undefined ? verdict : `expected ${violation.expected}, got ${violation.actual}`;
}
