import type { NormativeId, RequirementId, UnspecifiedId } from "./requirements/catalogue.ts";
import type { Level } from "./requirements/requirement.ts";
import type { Evidence, Verdict } from "./verdict.ts";

/** What a run says about one normative requirement. Plain data: it crosses threads and files. */
export interface CheckResult {
  readonly requirement: NormativeId;
  readonly level: Level | "pinned";
  readonly sections: readonly string[];
  readonly area: string;
  readonly verdict: Verdict;
  /** Why the verdict is not `passed`, in one sentence that tells the next step. */
  readonly reason?: string;
  readonly violation?: Evidence;
  /** The smallest generated input that shows the violation. */
  readonly counterexample?: string;
  /** The command that shows the failure again. */
  readonly replay?: string;
  readonly durationMs: number;
  readonly requests: number;
}

/** What a run saw about one unspecified requirement. */
export interface ObservationResult {
  readonly requirement: UnspecifiedId;
  /** JSON value; absent when nothing could be observed. */
  readonly value?: unknown;
  /** Why there is no value. */
  readonly reason?: string;
  readonly pinned?: unknown;
}

/** Requests of a run: all that were sent, those sent again after a failure of the network, and waits for a rate limit. */
export interface RequestCounts {
  sent: number;
  retried: number;
  rateLimited: number;
}

/** One request and its answer as they are shown to people: credentials are redacted already. */
export interface RecordedExchange {
  /** Number within the check, from 1. */
  readonly index: number;
  readonly caller: string;
  /** What the check sent it for, for example `register`. */
  readonly label: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
  };
  readonly answer?: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  };
  /** Why there is no answer. */
  readonly failure?: string;
}

/** Result and evidence of one check or observation. */
export interface Judgement {
  readonly requirement: RequirementId;
  readonly result: CheckResult | ObservationResult;
  readonly exchanges: readonly RecordedExchange[];
}
