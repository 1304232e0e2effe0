import type { CheckResult, WaiverResult } from "../record/result.ts";
import type { Waiver } from "../requirement/waiver.ts";

/**
 * Finds the state of each waiver.
 * @param today for example `2026-12-31`, UTC
 */
export function settleWaivers(
  waivers: readonly Waiver[],
  checks: readonly CheckResult[],
  today: string,
): WaiverResult[] {
  return waivers.map(({ at: { file, line }, ...waiver }) => {
    const check = checks.find(({ requirement }) => requirement === waiver.requirement);
    return { ...waiver, file, line, state: stateOf(waiver.expires < today, check?.verdict) };
  });
}

/** Whether a waiver is in force on a day. */
export function isInForce({ expires }: Waiver, today: string): boolean {
  return expires >= today;
}

function stateOf(expired: boolean, verdict: CheckResult["verdict"] | undefined): WaiverResult["state"] {
  if (expired) return "expired";
  if (verdict === "waived") return "applied";
  return verdict === "passed" ? "stale" : "unused";
}
