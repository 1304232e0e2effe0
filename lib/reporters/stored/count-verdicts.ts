import type { StoredCheck, StoredObservation, StoredVerdict } from "./run-result.ts";

/** Counts the checks of each verdict. `observed` counts observations with a value. */
export function countVerdicts(
  checks: readonly Pick<StoredCheck, "verdict">[],
  observations: readonly Pick<StoredObservation, "value">[],
): Record<StoredVerdict, number> {
  const counts: Record<StoredVerdict, number> = {
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
