import type { NormativeId, RequirementId } from "./requirements/catalogue.ts";

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
  /** The check during which it was heard, when that is another one. */
  readonly during?: RequirementId;
}

/** The target broke a requirement. */
export class Violation extends Error {
  readonly evidence: Evidence;
  /** The requirement that is broken, when it is another one than the check decides about. */
  readonly requirement: NormativeId | undefined;

  constructor(evidence: Evidence, requirement?: NormativeId) {
    super(`expected ${evidence.expected}, got ${evidence.actual}`);
    this.evidence = evidence;
    this.requirement = requirement;
  }
}

/** The means were there, but no judgement was possible. The message says why. */
export class InconclusiveError extends Error {}

/** What the run may cost is spent. The message says which limit to raise. */
export class BudgetError extends InconclusiveError {}

/** A recorded run is judged again and does not hold the answer. Nothing that makes do without an answer may catch it. */
export class UnrecordedError extends Error {}

/** The profile does not offer the means that the check needs. The message says which. */
export class UncoveredError extends Error {}

/** The requirement does not bind this deployment. The message says why. */
export class InapplicableError extends Error {}
