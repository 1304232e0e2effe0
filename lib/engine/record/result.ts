import type { Level, RequirementId } from "../requirement/requirement.ts";
import type { Deviation } from "../requirement/deviation.ts";
import type { RecordedExchange } from "../requirement/recorded-exchange.ts";
import type { ReasonCode } from "../requirement/reason-code.ts";
import type { Evidence, Verdict } from "./verdict.ts";

/** The reason for no verdict, or no value. */
export interface NoJudgement {
  /** One sentence with the next step. The wording may change. */
  readonly reason?: string;
  readonly code?: ReasonCode;
  /** The first field of the profile that would cover it. */
  readonly field?: string;
  /** Fields that the target never returned. The check reads at least one of them. */
  readonly neverReturned?: readonly string[];
}

/**
 * Waiting time of a run for one reason. `asked`: the target asked for it. `rejected`: to see whether a
 * rejection of a valid request passes. `lag`: until query shows a write. `unanswered`: for missing answers.
 */
export interface RunWaiting {
  readonly reason: "asked" | "rejected" | "lag" | "unanswered";
  readonly seconds: number;
}

/** A warning of a run besides its results. */
export interface RunWarning {
  /**
   * `defended`: the target rejected valid requests for some time. `rejects-now-and-then`: it rejected valid requests, and accepted them on the next attempt.
   * `answered-by-router`: a page came instead of an answer of the target, and not again.
   * `clock-set`: a clock was set during the run. `reads-lag`: query shows a write late.
   * `disables-by-itself`: the target disables a webhook soon after each register.
   */
  readonly code:
    | "defended"
    | "rejects-now-and-then"
    | "answered-by-router"
    | "clock-set"
    | "reads-lag"
    | "disables-by-itself";
  readonly reason: string;
}

/**
 * The result of one normative requirement, or of one that the profile pins. Plain data: it crosses threads and files.
 */
export interface CheckResult extends NoJudgement {
  readonly requirement: RequirementId;
  readonly level: Level | "pinned";
  readonly sections: readonly string[];
  readonly area: string;
  /** The requirement in our words, and for an inferred one how it follows from the document. */
  readonly text: string;
  readonly because?: string;
  readonly verdict: Verdict;
  readonly violation?: ShownEvidence;
  /** The checks whose answers decided this check. */
  readonly heardIn?: readonly RequirementId[];
  /** The smallest generated input that shows the violation. */
  readonly counterexample?: string;
  readonly generated?: GeneratedCase;
  /** The command that reproduces the failure. */
  readonly replay?: string;
  /** The root failures that explain this failure or this unchecked requirement. */
  readonly follows?: readonly RequirementId[];
  /** The place of the pin in the profile. */
  readonly pin?: { readonly file: string; readonly line: number };
  readonly waiver?: AcceptedFailure;
  readonly durationMs: number;
  readonly requests: number;
}

/** The reason, the owner and the last day (UTC) of an accepted failure. */
export interface AcceptedFailure {
  readonly reason: string;
  readonly owner: string;
  /** For example `2026-12-31`. */
  readonly expires: string;
}

/** The state of a waiver. `stale` (its requirement passes) and `expired` fail the run. `unused`: not checked. */
export interface WaiverResult extends AcceptedFailure {
  readonly requirement: RequirementId;
  readonly file: string;
  readonly line: number;
  readonly state: "applied" | "stale" | "expired" | "unused";
}

/** Evidence as shown to people. */
export interface ShownEvidence extends Omit<Evidence, "compared" | "deviations" | "parts" | "witness"> {
  /** The difference between two texts that should be the same, in one phrase. */
  readonly difference?: string;
  /** Numbers of the exchanges on which the expectation is based. */
  readonly because?: readonly number[];
}

/** The source of a generated input, together with the seed of the run. */
export interface GeneratedCase {
  /** Number of the generator within the check, from 1. */
  readonly use: number;
  /** Path of the input, as fast-check takes it. */
  readonly path: string;
}

/** The result of one unspecified requirement. */
export interface ObservationResult extends NoJudgement {
  readonly requirement: RequirementId;
  readonly sections: readonly string[];
  /** The observation in our words. */
  readonly text: string;
  /** A fingerprint (`fingerprint.ts`). Absent: nothing was observed. */
  readonly value?: unknown;
  /** The value that the profile pins. */
  readonly pinned?: unknown;
}

/** Requests of a run: all requests, retries after network failures, and waits for a rate limit. */
export interface RequestCounts {
  sent: number;
  retried: number;
  rateLimited: number;
}

/** Result and evidence of one check or observation. */
export interface Judgement {
  readonly requirement: RequirementId;
  readonly result: CheckResult | ObservationResult;
  /** The value of a pinned observation, beside its verdict. */
  readonly observation?: ObservationResult;
  readonly exchanges: readonly RecordedExchange[];
  /** The deviations of its evidence from the expectation. Failures with the same deviation may have the same cause. */
  readonly shows?: readonly Deviation[];
  /** The deviations of the other answers of the run that broke it. */
  readonly alsoShows?: readonly Deviation[];
}
