import type { CheckResult, WaiverResult, Judgement, Waiver } from "../record/result.ts";

/** A judgement whose failure is accepted is `waived`; everything else about it stays. */
export function applyWaivers(judgement: Judgement, waivers: readonly Waiver[]): Judgement {
  const { result } = judgement;
  const waiver = waivers.find(({ requirement }) => requirement === judgement.requirement);
  if (waiver === undefined || !("verdict" in result) || result.verdict !== "failed") return judgement;
  const { reason, owner, expires } = waiver;
  return { ...judgement, result: { ...result, verdict: "waived", waiver: { reason, owner, expires } } };
}

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
