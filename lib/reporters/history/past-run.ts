import type { SeenWords } from "../../api/operations/vocabulary.ts";
import type { RunVerdict } from "../../engine/run-verdict.ts";
import type { Verdict } from "../../engine/verdict.ts";

/** A run as the history stores it. */
export interface PastRun {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly target: {
    readonly name: string;
    readonly baseUrl: string;
  };
  readonly verdict: RunVerdict;
  readonly label?: string;
  readonly suite?: string;
  readonly depth?: string;
  readonly requests?: number;
  /** Values in transaction records until then. */
  readonly words?: SeenWords;
  /** The verdicts of its checks, by requirement. */
  readonly checks: ReadonlyMap<string, Verdict>;
}
