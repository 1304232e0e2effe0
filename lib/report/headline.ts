import type { RunResult } from "./run-result.ts";

/** The verdict of a run with what a reader must not miss behind it: `non-conformant, 2 failed, 1 warned`. */
export function headline({ verdict, counts }: Pick<RunResult, "verdict" | "counts">): string {
  const told = (["failed", "waived", "warned"] as const).filter((name) => counts[name] > 0);
  return [verdict, ...told.map((name) => `${counts[name]} ${name}`)].join(", ");
}
