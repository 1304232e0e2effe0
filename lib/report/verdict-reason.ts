import type { RunResult } from "./run-result.ts";

/** Why a run has its verdict where the failures do not say it, in a sentence without a full stop; it may be of unknown origin. */
export function verdictReason({
  verdict,
  reason,
  counts,
}: Pick<RunResult, "verdict" | "reason" | "counts">): string | undefined {
  if (reason !== undefined) return reason;
  if (verdict === "conformant-partial") return uncoveredText(counts);
  if (verdict !== "incomplete") return undefined;
  if (counts.inconclusive > 0) return `${checks(counts.inconclusive)} could not be decided`;
  if (counts.passed + counts.warned + counts.waived > 0) return uncoveredText(counts);
  if (counts.uncovered > 0) return `nothing was judged: ${uncoveredText(counts)}`;
  return counts.observed > 0
    ? "nothing was judged: what the document leaves open is only observed"
    : "nothing was judged: no check that was selected binds this target; list shows what there is";
}

function uncoveredText({ uncovered }: RunResult["counts"]): string {
  return `${checks(uncovered)} not covered by this profile`;
}

function checks(count: number): string {
  return count === 1 ? "1 check" : `${count} checks`;
}
