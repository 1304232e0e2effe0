import type { Judgement } from "../engine/result.ts";
import type { RunListener } from "../engine/tally.ts";
import type { RunHeader, RunResult } from "./run-result.ts";

/** Who tells about a run, on a terminal, in files or to a service. Each tells only what it has to. */
export interface Reporter extends RunListener {
  begin?(header: RunHeader): void;
  /** A sentence before the first check. */
  announce?(sentence: string): void;
  /** Who begins first ends last. */
  end?(result: RunResult, brought: Brought): void | Promise<void>;
}

/** What a run brought that its result does not hold. */
export interface Brought {
  readonly judgements: readonly Judgement[];
}
