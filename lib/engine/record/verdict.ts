import type { Deviation } from "../requirement/deviation.ts";
import type { VERDICTS } from "./result-schema.ts";
import type { ShownEvidence } from "./result.ts";
import type { ReasonCode } from "../requirement/reason-code.ts";
import type { RequirementId } from "../requirement/requirement.ts";
import type { RecordedExchange } from "../requirement/recorded-exchange.ts";

/**
 * Outcome of one check. Only `passed` is a success. Only `failed` accuses the target. `waived` is an accepted failure.
 */
export type Verdict = (typeof VERDICTS)[number];

/** The evidence of a violation: the expectation, the actual answer, and its exchange. */
export interface Evidence extends Omit<ShownEvidence, "difference" | "because"> {
  /** Two whole texts that should be the same. */
  readonly compared?: readonly [expected: string, actual: string];
  /** The exchange itself, where it may be one of an earlier check. */
  readonly witness?: RecordedExchange | undefined;
  /** The parts of an answer that it is about. Default: all that differs. */
  readonly parts?: readonly string[];
  /** The deviations of the target. Default: those of the exchange, in these parts. */
  readonly deviations?: readonly Deviation[];
  /** Further exchanges of the check that show how far the same fault reaches. */
  readonly reach?: readonly number[];
}

/** The target broke a requirement. */
export class Violation extends Error {
  readonly evidence: Evidence;
  /** The broken requirement, if it is not that of the check. */
  readonly requirement: RequirementId | undefined;

  constructor(evidence: Evidence, requirement?: RequirementId) {
    super(`expected ${evidence.expected}, got ${evidence.actual}`);
    this.evidence = evidence;
    this.requirement = requirement;
  }
}

/** The check ran, but no verdict was possible. The message says why. */
export class InconclusiveError extends Error {
  readonly code: ReasonCode = "undecided";
}

/** A limit of the run is used up. The message names the limit to raise. */
export class BudgetError extends InconclusiveError {
  override readonly code = "limit-reached";
}

/**
 * The answer has none of the required fields. All fields are optional, so a target that never returns one is
 * not at fault.
 */
export class UnreturnedError extends InconclusiveError {
  /** One of them would be enough. */
  readonly fields: readonly string[];

  /** @param message shown if the target has returned one of the fields at other times */
  constructor(
    fields: readonly string[],
    message = `The target returned ${fields.map((field) => `\`${field}\``).join(" or ")} at other times, but not during this check. Run again.`,
  ) {
    super(message);
    this.fields = fields;
  }
}

/** A value of the profile cannot be used. The message says why, and the field names what to change. */
export class UnofferedError extends Error {
  readonly code: ReasonCode = "need-not-offered";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The requirement does not apply to this deployment. The message says why. */
export class InapplicableError extends Error {}
