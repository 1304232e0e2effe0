import type { CheckResult, NoJudgement, ShownEvidence } from "../record/result.ts";
import {
  type Evidence,
  InapplicableError,
  InconclusiveError,
  UnofferedError,
  UnreturnedError,
  Violation,
} from "../record/verdict.ts";
import type { EvidenceRecord, Returned } from "../record/target.ts";
import { textDifference } from "../requirement/text-difference.ts";

export interface Outcome extends NoJudgement, Pick<CheckResult, "verdict" | "counterexample" | "generated"> {
  readonly violation?: Evidence;
}

/**
 * Turns an error into the reason for no verdict. An unknown error is a defect of the suite.
 * @param returned the fields that the target has returned in this run
 */
export function outcomeOfError(
  error: unknown,
  returned: Pick<Returned, "never">,
): Outcome & { readonly reason: string } {
  if (error instanceof Violation) {
    return {
      verdict: "inconclusive",
      code: "other-requirement-failed",
      reason: `Could not check this while ${error.requirement ?? "another"} fails: ${error.message}`,
    };
  }
  if (error instanceof UnreturnedError && error.fields.every((field) => returned.never(field))) {
    return neverReturned(error.fields);
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof InconclusiveError) return { verdict: "inconclusive", code: error.code, reason };
  if (error instanceof UnofferedError) {
    return { verdict: "uncovered", code: error.code, reason, field: error.field };
  }
  if (error instanceof InapplicableError) {
    return { verdict: "inapplicable", code: "nothing-to-judge", reason };
  }
  return {
    verdict: "errored",
    code: "defect",
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

function neverReturned(fields: readonly string[]): Outcome & { readonly reason: string } {
  const names = fields.map((field) => `\`${field}\``).join(" or ");
  return {
    verdict: "uncovered",
    code: "never-returned",
    reason: `The target never returned ${names} in this run.`,
    neverReturned: fields,
  };
}

/** The evidence for people, without credentials. */
export function redactOutcome(
  { violation, ...outcome }: Outcome,
  record: EvidenceRecord,
): Omit<Outcome, "violation"> & { readonly violation?: ShownEvidence } {
  const { reason, counterexample } = outcome;
  return {
    ...outcome,
    ...(reason === undefined ? {} : { reason: record.redact(reason) }),
    ...(counterexample === undefined ? {} : { counterexample: record.redact(counterexample) }),
    ...(violation === undefined ? {} : { violation: shown(violation, record) }),
  };
}

/** Texts are compared after redaction, because a part of a credential would not be recognised. */
function shown(whole: Evidence, record: EvidenceRecord): ShownEvidence {
  const {
    compared,
    deviations: _deviations,
    parts: _parts,
    witness: _witness,
    reach: _reach,
    ...evidence
  } = whole;
  const [expected, actual] = (compared ?? ["", ""]).map((text) => record.redact(text));
  const difference = textDifference(expected ?? "", actual ?? "");
  return {
    ...evidence,
    expected: record.redact(evidence.expected),
    actual: record.redact(evidence.actual),
    ...(difference === undefined ? {} : { difference }),
  };
}

export async function thrownBy(run: () => Promise<void>): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error;
  }
}
