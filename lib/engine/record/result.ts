import type { z } from "zod";
import type { Frozen } from "../../files/fields.ts";
import type { RequirementId } from "../requirement/requirement.ts";
import type { Deviation } from "../requirement/deviation.ts";
import type { RecordedExchange } from "../requirement/recorded-exchange.ts";
import type {
  checkSchema,
  observationSchema,
  requestsSchema,
  restorationSchema,
  waitingSchema,
  waiverSchema,
  warningSchema,
} from "./result-schema.ts";

/**
 * The result of one normative requirement, or of one that the profile pins. Plain data: it crosses threads and files.
 */
export type CheckResult = Frozen<z.output<typeof checkSchema>>;

/** Evidence as shown to people. */
export type ShownEvidence = NonNullable<CheckResult["violation"]>;

/** The source of a generated input, together with the seed of the run. */
export type GeneratedCase = NonNullable<CheckResult["generated"]>;

/** The reason for no verdict, or no value. */
export type NoJudgement = Pick<CheckResult, "reason" | "code" | "field" | "neverReturned">;

/** The result of one unspecified requirement. Its value is a fingerprint (`fingerprint.ts`). */
export type ObservationResult = Frozen<z.output<typeof observationSchema>>;

export type WaiverResult = Frozen<z.output<typeof waiverSchema>>;

/** An accepted failure, and its place in a file: as shown to users, with line and column from 1. */
export interface Waiver extends Omit<WaiverResult, "file" | "line" | "state"> {
  readonly at: { readonly file: string; readonly line: number; readonly column: number };
}

export type RunWarning = Frozen<z.output<typeof warningSchema>>;
export type RunWaiting = Frozen<z.output<typeof waitingSchema>>;
export type Restoration = Frozen<z.output<typeof restorationSchema>>;

/** Requests of a run: all requests, retries after network failures, and waits for a rate limit. */
export type RequestCounts = z.output<typeof requestsSchema>;

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
