import type { CheckResult } from "../result.ts";

/** An area with checks that the profile gives no means for, and what would cover them. */
export interface UncoveredArea {
  readonly area: string;
  readonly checks: number;
  readonly reasons: readonly string[];
}

export function uncoveredAreas(checks: readonly CheckResult[]): UncoveredArea[] {
  const uncovered = checks.filter(({ verdict }) => verdict === "uncovered");
  const areas = Map.groupBy(uncovered, ({ area }) => area);
  return [...areas].map(([area, members]) => ({
    area,
    checks: members.length,
    reasons: [...new Set(members.map(({ reason }) => reason ?? "no reason given"))],
  }));
}
