import { areaOf } from "../../engine/requirement/catalogue.ts";
import { countVerdicts } from "./count-verdicts.ts";
import type { RunResult } from "./run-result.ts";

/** The results of one area. */
export interface AreaResults {
  readonly area: string;
  readonly counts: RunResult["counts"];
  /** Observations, also those without a value. */
  readonly observations: number;
}

/** Counts the results of each area, in the order of the catalogue. */
export function areasOf({ checks, observations }: Pick<RunResult, "checks" | "observations">): AreaResults[] {
  const checked = Map.groupBy(checks, ({ area }) => area);
  const observed = Map.groupBy(observations, ({ requirement }) => areaOf(requirement));
  return [...new Set([...checked.keys(), ...observed.keys()])].map((area) => {
    const seen = observed.get(area) ?? [];
    return { area, counts: countVerdicts(checked.get(area) ?? [], seen), observations: seen.length };
  });
}
