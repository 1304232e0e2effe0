import type { RunResult } from "./run-result.ts";

/** The verdict of a run with what a reader must not miss behind it: `non-conformant at depth quick, 90 of 131 judged, 2 failed`. */
export function headline({
  verdict,
  counts,
  coverage,
  depth,
}: Pick<RunResult, "verdict" | "counts" | "coverage" | "depth">): string {
  const { judged, binding } = coverage;
  const isTold = binding > 0 && verdict !== "interrupted";
  const told = (["failed", "waived", "warned"] as const).filter((name) => counts[name] > 0);
  return [
    ...(isTold ? [`${verdict} at depth ${depth}`, `${judged} of ${binding} judged`] : [verdict]),
    ...told.map((name) => `${counts[name]} ${name}`),
  ].join(", ");
}
