import type { RunResult } from "./run-result.ts";
import { failureCount } from "./root-failures.ts";
import { levelsText } from "./levels-text.ts";

/** The verdict of a run with what a reader must not miss behind it: `non-conformant, 1 failure, 17 follow from it, 90 of 131 judged at depth quick`. */
export function headline({
  verdict,
  counts,
  coverage: { judged, binding },
  depth,
  levels,
  checks,
}: Pick<RunResult, "verdict" | "counts" | "coverage" | "depth" | "levels" | "checks">): string {
  const failures = failureCount(checks);
  const told = (["waived", "warned"] as const).filter((name) => counts[name] > 0);
  const isCounted = binding > 0 && verdict !== "interrupted";
  return [
    verdict,
    ...(failures === undefined ? [] : [failures]),
    ...told.map((name) => `${counts[name]} ${name}`),
    ...(isCounted ? [`${judged} of ${binding} ${levelsText(levels)}judged at depth ${depth}`] : []),
  ].join(", ");
}
