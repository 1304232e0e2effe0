import type { RunResult } from "./run-result.ts";
import { failuresText } from "./baseline-text.ts";
import { restrictionText } from "./restriction-text.ts";

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
  baseline,
}: Pick<
  RunResult,
  "verdict" | "counts" | "coverage" | "depth" | "selection" | "checks" | "baseline"
>): string {
  const failures = failuresText({ checks, baseline });
  const restriction = restrictionText(selection);
  const told = (["waived", "warned"] as const).filter((name) => counts[name] > 0);
  const isCounted = binding > 0 && verdict !== "interrupted";
  return [
    restriction === undefined ? verdict : `${verdict} (${restriction})`,
    ...(failures === undefined ? [] : [failures]),
    ...told.map((name) => `${counts[name]} ${name}`),
    ...(isCounted ? [`${judged} of ${binding} checked at depth ${depth}`] : []),
  ].join(", ");
}
