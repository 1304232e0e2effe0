import type { CheckResult } from "../engine/result.ts";
import type { Verdict } from "../engine/verdict.ts";

/** How many of the requirements that were selected and bind the deployment were judged; of an interrupted run, of those that it came to. */
export interface Coverage {
  readonly judged: number;
  readonly binding: number;
  readonly areas: readonly AreaCoverage[];
}

export interface AreaCoverage {
  readonly area: string;
  readonly binding: number;
  readonly judged: number;
  readonly uncovered: number;
}

const JUDGED: readonly Verdict[] = ["passed", "failed", "warned", "waived"];

export function coverageOf(checks: readonly CheckResult[]): Coverage {
  const areas = [...Map.groupBy(checks, ({ area }) => area)].map(([area, members]): AreaCoverage => {
    const count = (isCounted: (check: CheckResult) => boolean) => members.filter(isCounted).length;
    return {
      area,
      binding: count(({ verdict }) => verdict !== "inapplicable"),
      judged: count(({ verdict }) => JUDGED.includes(verdict)),
      uncovered: count(({ verdict }) => verdict === "uncovered"),
    };
  });
  return {
    judged: sum(areas.map(({ judged }) => judged)),
    binding: sum(areas.map(({ binding }) => binding)),
    areas,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
