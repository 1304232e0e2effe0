import { areaOf } from "../../requirements/catalogue.ts";
import type { CheckResult, ObservationResult } from "../../result.ts";
import type { Verdict } from "../../verdict.ts";
import { countVerdicts } from "../count-verdicts.ts";
import type { RunResult } from "../run-result.ts";

/** How much of a part of the catalogue a run has judged. */
export interface Coverage {
  /** Checks that bind the target. */
  readonly binding: number;
  /** Those of them that came to a judgement, whichever. */
  readonly judged: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Observations, also those that saw nothing. */
  readonly observations: number;
}

/** What a run has judged, by area, in the order of the catalogue. */
export function coverageByArea({ checks, observations }: RunResult): ReadonlyMap<string, Coverage> {
  const checked = Map.groupBy(checks, ({ area }) => area);
  const observed = Map.groupBy(observations, ({ requirement }) => areaOf(requirement));
  const areas = new Set([...checked.keys(), ...observed.keys()]);
  return new Map(
    [...areas].map((area) => [area, coverageOf(checked.get(area) ?? [], observed.get(area) ?? [])]),
  );
}

/** What a run has judged of some checks. */
export function coverageOf(
  checks: readonly CheckResult[],
  observations: readonly ObservationResult[],
): Coverage {
  const counts = countVerdicts(checks, observations);
  const { passed, failed, waived, warned, inapplicable } = counts;
  return {
    binding: checks.length - inapplicable,
    judged: passed + failed + waived + warned,
    counts,
    observations: observations.length,
  };
}
