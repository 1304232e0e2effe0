import type { Level, RequirementId } from "./requirement.ts";
import type { Deviation } from "./deviation.ts";
import type { ReasonCode } from "./reason-code.ts";
import type { Evidence, Verdict } from "./verdict.ts";

/** Why there is no judgement, or no value. */
export interface NoJudgement {
  /** In one sentence that tells the next step; the wording may change. */
  readonly reason?: string;
  readonly code?: ReasonCode;
  /** The field of the profile that would cover it; the first of several. */
  readonly field?: string;
  /** The fields that the target never returned, of which one was to be read. */
  readonly neverReturned?: readonly string[];
}

/**
 * How long a run waited for one reason. `asked`: the target asked for it. `rejected`: to see whether a rejection of a valid
 * request passes. `lag`: until query shows a write. `unanswered`: for answers that did not come.
 */
export interface RunWaiting {
  readonly reason: "asked" | "rejected" | "lag" | "unanswered";
  readonly seconds: number;
}

/** Something that a run tells beside its judgements. */
export interface RunWarning {
  /** `unread-field`: the profile gives what no check reads. `defended`: the target refused valid requests for a while. `rejects-now-and-then`: it rejected valid requests that it accepted at once when they were sent again. `clock-set`: a clock was set in the middle of the run. `reads-lag`: query shows a write late. */
  readonly code: "unread-field" | "defended" | "rejects-now-and-then" | "clock-set" | "reads-lag";
  /** The field of the profile; absent where the warning is about the target. */
  readonly field?: string;
  readonly reason: string;
}

/** What a run says about one normative requirement, or about one that the profile pins. Plain data: it crosses threads and files. */
export interface CheckResult extends NoJudgement {
  readonly requirement: RequirementId;
  readonly level: Level | "pinned";
  readonly sections: readonly string[];
  readonly area: string;
  /** What the server does, in our words, and how that follows where the document does not say it. */
  readonly text: string;
  readonly because?: string;
  readonly verdict: Verdict;
  readonly violation?: ShownEvidence;
  /** Of a check that passed on the answers to others: the checks that asked. */
  readonly heardIn?: readonly RequirementId[];
  /** The smallest generated input that shows the violation. */
  readonly counterexample?: string;
  readonly generated?: GeneratedCase;
  /** The command that shows the failure again. */
  readonly replay?: string;
  /** Of a failure, or of a check that was prevented: the root failures that explain it. */
  readonly follows?: readonly RequirementId[];
  /** Where the profile pins it. */
  readonly pin?: { readonly file: string; readonly line: number };
  /** Of a waived failure. */
  readonly waiver?: AcceptedFailure;
  readonly durationMs: number;
  readonly requests: number;
}

/** Why a failure is accepted, who answers for it, and until which day (UTC). */
export interface AcceptedFailure {
  readonly reason: string;
  readonly owner: string;
  /** For example `2026-12-31`. */
  readonly expires: string;
}

/** What became of a waiver. One that is `stale` (its requirement passes) or `expired` fails the run; `unused`: not judged. */
export interface WaiverResult extends AcceptedFailure {
  readonly requirement: RequirementId;
  readonly file: string;
  readonly line: number;
  readonly state: "applied" | "stale" | "expired" | "unused";
}

/** Evidence as it is shown to people. */
export interface ShownEvidence extends Omit<Evidence, "compared" | "deviations" | "parts"> {
  /** Where two texts that should be the same differ, in one phrase. */
  readonly difference?: string;
  /** Numbers of the exchanges that the expectation rests on. */
  readonly because?: readonly number[];
}

/** Where a generated input comes from, together with the seed of the run. */
export interface GeneratedCase {
  /** Which of the check's generators it comes from, counted from 1. */
  readonly use: number;
  /** Path of the input, as fast-check takes it. */
  readonly path: string;
}

/** What a run saw about one unspecified requirement. */
export interface ObservationResult extends NoJudgement {
  readonly requirement: RequirementId;
  readonly sections: readonly string[];
  /** What is observed, in our words. */
  readonly text: string;
  /** JSON value; absent when nothing could be observed. */
  readonly value?: unknown;
  /** What the profile says it is. */
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
  /** The credentials were changed on purpose: the check is about them. */
  readonly tampered?: true;
  /** It came from the target: the request is what it sent to us, the answer is ours. */
  readonly arrived?: true;
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
  /** What a pinned observation saw, beside the verdict about it. */
  readonly observation?: ObservationResult;
  readonly exchanges: readonly RecordedExchange[];
  /** How its evidence differs from what was expected: what is known by the same deviation may have the same cause. */
  readonly shows?: readonly Deviation[];
  /** The deviations of the other answers of the run that broke it. */
  readonly alsoShows?: readonly Deviation[];
}
