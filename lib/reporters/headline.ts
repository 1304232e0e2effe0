import type { RunResult } from "./run-result.ts";
import { levelsText } from "./text/levels-text.ts";

/** The verdict of a run with what a reader must not miss behind it: `non-conformant, 2 failed, 90 of 131 judged at depth quick`. */
export function headline({
  verdict,
  counts,
  coverage: { judged, binding },
  depth,
  levels,
}: Pick<RunResult, "verdict" | "counts" | "coverage" | "depth" | "levels">): string {
  const told = (["failed", "waived", "warned"] as const).filter((name) => counts[name] > 0);
  const isCounted = binding > 0 && verdict !== "interrupted";
  return [
    verdict,
    ...told.map((name) => `${counts[name]} ${name}`),
    ...(isCounted ? [`${judged} of ${binding} ${levelsText(levels)}judged at depth ${depth}`] : []),
  ].join(", ");
}
