import type { Deviation } from "./deviation.ts";
import type { ReasonCode } from "./reason-code.ts";
import type { RequirementId } from "./requirement.ts";

/** Outcome of one check. Only `passed` is green; only `failed` accuses the target; `waived` is a failure that is accepted. */
export type Verdict =
  | "passed"
  | "failed"
  | "waived"
  | "warned"
  | "observed"
  | "inapplicable"
  | "uncovered"
  | "inconclusive"
  | "errored";

/** What a violation shows: what the requirement asks for, what came, and the exchange that shows it. */
export interface Evidence {
  /** What the document admits, possibly several answers. */
  readonly expected: string;
  readonly actual: string;
  /** Two texts that should be the same, whole. */
  readonly compared?: readonly [expected: string, actual: string];
  /** Number of the exchange in the evidence of the check. */
  readonly exchange?: number;
  /** Number of the first exchange of the generated case that shows it. */
  readonly since?: number;
  /** The exchange shows it by itself, whatever came before. */
  readonly alone?: true;
  /** The parts of an answer that it is about. Default: all that differs. */
  readonly parts?: readonly string[];
  /** In which ways the target deviates. Default: those of the exchange, in these parts. */
  readonly deviations?: readonly Deviation[];
  /** The check during which it was heard, when that is another one. */
  readonly during?: RequirementId;
}

/** The target broke a requirement. */
export class Violation extends Error {
  readonly evidence: Evidence;
  /** The requirement that is broken, when it is another one than the check decides about. */
  readonly requirement: RequirementId | undefined;

  constructor(evidence: Evidence, requirement?: RequirementId) {
    super(`expected ${evidence.expected}, got ${evidence.actual}`);
    this.evidence = evidence;
    this.requirement = requirement;
  }
}

/** The means were there, but no judgement was possible. The message says why. */
export class InconclusiveError extends Error {
  readonly code: ReasonCode = "undecided";
}

/** What the run may cost is spent. The message says which limit to raise. */
export class BudgetError extends InconclusiveError {
  override readonly code = "limit-reached";
}

/** The answer has none of the fields that are read. When the target never returns one, that is its choice: all are optional. */
export class UnreturnedError extends InconclusiveError {
  /** Any of them would do. */
  readonly fields: readonly string[];

  constructor(fields: readonly string[], message: string) {
    super(message);
    this.fields = fields;
  }
}

/** What the profile offers cannot be used. The message says why, and the field what to change. */
export class UnofferedError extends Error {
  readonly code: ReasonCode = "need-not-offered";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The requirement does not bind this deployment. The message says why. */
export class InapplicableError extends Error {}
