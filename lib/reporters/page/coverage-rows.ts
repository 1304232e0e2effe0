import { areaOf } from "../../engine/catalogue.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { countVerdicts } from "../count-verdicts.ts";
import type { RunResult } from "../run-result.ts";

/** How much of an area, or of all areas, a run has checked. */
export interface CoverageRow {
  readonly area: string;
  /** Checks that apply to the target. */
  readonly binding: number;
  /** Those of them with a result. */
  readonly judged: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Observations, also those without a value. */
  readonly observations: number;
}

/** Counts the checked requirements of each area, in the order of the catalogue. */
export function coverageRows({ coverage, checks, observations }: RunResult): CoverageRow[] {
  const areas = new Map(coverage.areas.map((one) => [one.area, one]));
  const checked = Map.groupBy(checks, ({ area }) => area);
  const observed = Map.groupBy(observations, ({ requirement }) => areaOf(requirement));
  return [...new Set([...areas.keys(), ...observed.keys()])].map((area) => {
    const { binding = 0, judged = 0 } = areas.get(area) ?? {};
    const [some, seen] = [checked.get(area) ?? [], observed.get(area) ?? []];
    return { area, binding, judged, counts: countVerdicts(some, seen), observations: seen.length };
  });
}

/** Counts the checked requirements of all areas. */
export function coverageTotal({ coverage, counts, observations }: RunResult): CoverageRow {
  const { binding, judged } = coverage;
  return { area: "all", binding, judged, counts, observations: observations.length };
}
