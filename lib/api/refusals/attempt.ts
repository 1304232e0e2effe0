import type { RequirementId } from "../../engine/requirement/requirement.ts";
import type { Evidence } from "../../engine/record/verdict.ts";
import { type Answer, describeAnswer, isClearRefusal } from "../exchange/answer.ts";

/** One offence at one door: a request that must be refused. Each sending is a new request. */
export interface Attempt {
  /** As reports name it, for example `disable with an unknown API key`. */
  readonly name: string;
  readonly offence: string;
  readonly door: string;
  /** The requirement that it breaks when it is granted. Default: that of the check. */
  readonly breaks?: RequirementId;
  /** Values that only this attempt has sent: where one is stored, it had an effect. */
  readonly values?: ReadonlySet<string>;
  /** Whether the target may accept it. Then its effect says nothing where no answer came. */
  readonly isOpen?: true;
  /** Undefined: no answer came. */
  readonly send: () => Promise<AttemptResult | undefined>;
  /**
   * Sends the same request without the difference that is tried: it must be refused as well. Default: the twin is a valid
   * request, which the situation has seen granted.
   */
  readonly sendWithout?: () => Promise<AttemptResult | undefined>;
  /** The single differences that this attempt tries together. */
  readonly parts?: readonly Attempt[];
}

export interface AttemptResult {
  readonly isGranted: boolean;
  /** Whether the answer alone shows the fault. Otherwise its effect decides. */
  readonly isProof: boolean;
  /** The target did not refuse it, and need not: the attempt says nothing about effects of refusals. */
  readonly isAllowed?: boolean;
  readonly exchange: number;
  /** Default of `expected`: the attempt to be refused. */
  readonly evidence: Pick<Evidence, "actual" | "deviations" | "witness"> & { readonly expected?: string };
}

/** A state, a merchant and a moment in which attempts are made, and the readings that show their effects. */
export interface Situation {
  /**
   * Brings the situation about, and reads it.
   * @param isNew after a request that the target has accepted, which may have changed anything
   * @throws {InconclusiveError} when it cannot be brought about again after an attempt
   */
  readonly enter: (isNew?: boolean) => Promise<void>;
  /**
   * Reads again. Returns the fields that have moved and may also move by themselves.
   * @throws {Violation} when something has changed that only an attempt can have changed
   */
  readonly movedBy: (sent: readonly Attempt[]) => Promise<readonly string[]>;
  /** Whether the target moves one of these fields by itself, as far as the run can measure it. */
  readonly isUnsteady: (fields: readonly string[]) => Promise<boolean>;
  /** Called when an attempt has moved a field each time. @throws {Violation} */
  readonly accuse: (culprit: Attempt, field: string) => void;
  /** Whether several attempts may be blamed together for a change of a field. One that moves by itself often does so meanwhile. */
  readonly mayBlameTogether: (field: string) => boolean;
  /** So many times in a row such a change is no chance. */
  readonly tellingRepetitions: number;
}

/**
 * Returns the result of an attempt whose answer alone shows whether it was granted.
 * @param more how a success differs, where its credentials do not show it
 */
export function attemptResult(
  answer: Answer,
  isGranted: boolean,
  more: Pick<Evidence, "deviations"> = {},
): AttemptResult {
  const evidence = { actual: describeAnswer(answer), ...more };
  return { isGranted, isProof: true, exchange: answer.exchange, evidence };
}

/** Returns the result of an attempt that a target may accept. One that it refuses has no effect. */
export function openResult(answer: Answer): AttemptResult {
  return { ...attemptResult(answer, false), isAllowed: !isClearRefusal(answer) };
}
