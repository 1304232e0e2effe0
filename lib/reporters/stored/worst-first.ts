import type { RunVerdict } from "../../engine/settle/run-verdict.ts";
import type { Verdict } from "../../engine/record/verdict.ts";

/** The verdicts of checks, the worst first. */
export const VERDICTS_WORST_FIRST = [
  "errored",
  "failed",
  "waived",
  "inconclusive",
  "warned",
  "uncovered",
  "passed",
  "observed",
  "inapplicable",
] as const satisfies readonly Verdict[];

/** The verdicts of runs, the worst first. */
export const RUN_VERDICTS_WORST_FIRST = [
  "non-conformant",
  "defect",
  "unreachable",
  "incomplete",
  "interrupted",
  "conformant-partial",
  "conformant",
] as const satisfies readonly RunVerdict[];
