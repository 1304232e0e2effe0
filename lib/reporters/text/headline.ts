import type { RunResult } from "../stored/run-result.ts";
import { restrictionText } from "../stored/restriction-text.ts";
import { failureCount } from "./root-failures.ts";

/**
 * The verdict of a run with its most important facts: `non-conformant (webhook only), 1 failure, 17 follow
 * from it, 90 of 131 checked at depth quick`.
 */
export function headlineOf({
  verdict,
  counts,
  coverage: { judged, binding },
  depth,
  selection,
  checks,
}: Pick<RunResult, "verdict" | "counts" | "coverage" | "depth" | "selection" | "checks">): string {
  const failures = failureCount(checks);
  const restriction = restrictionText(selection);
  const isCounted = binding > 0 && verdict !== "interrupted";
  return [
    restriction === undefined ? verdict : `${verdict} (${restriction})`,
    ...(failures === undefined ? [] : [failures]),
    ...(counts.waived > 0 ? [`${counts.waived} waived`] : []),
    ...(counts.warned > 0 ? [`${counts.warned} warned`] : []),
    ...(isCounted ? [`${judged} of ${binding} checked at depth ${depth}`] : []),
  ].join(", ");
}
