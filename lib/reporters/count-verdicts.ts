import type { CheckResult, ObservationResult } from "../engine/result.ts";
import type { Verdict } from "../engine/verdict.ts";

/** Counts the checks of each verdict. `observed` counts observations with a value. */
export function countVerdicts(
  checks: readonly Pick<CheckResult, "verdict">[],
  observations: readonly Pick<ObservationResult, "value">[],
): Record<Verdict, number> {
  const counts: Record<Verdict, number> = {
    passed: 0,
    failed: 0,
    waived: 0,
    warned: 0,
    observed: 0,
    inapplicable: 0,
    uncovered: 0,
    inconclusive: 0,
    errored: 0,
  };
  for (const { verdict } of checks) counts[verdict] += 1;
  for (const { value } of observations) if (value !== undefined) counts.observed += 1;
  return counts;
}
