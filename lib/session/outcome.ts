import type { Recorder } from "../client/recorder.ts";
import type { CheckResult, ShownEvidence } from "../result.ts";
import {
  type Evidence,
  InapplicableError,
  InconclusiveError,
  UncoveredError,
  UnrecordedError,
  Violation,
} from "../verdict.ts";
import { textDifference } from "../wire/text-difference.ts";

/** What became of a check or an observation. */
export interface Outcome extends Pick<CheckResult, "verdict" | "reason" | "counterexample" | "generated"> {
  readonly violation?: Evidence;
}

/** Why there is no judgement. Anything thrown that we do not know is our own defect. */
export function undecided(error: unknown): Outcome & { readonly reason: string } {
  if (error instanceof Violation) {
    return {
      verdict: "inconclusive",
      reason: `Cannot be judged while ${error.requirement ?? "another"} fails: ${error.message}`,
    };
  }
  if (error instanceof InconclusiveError || error instanceof UnrecordedError) {
    return { verdict: "inconclusive", reason: error.message };
  }
  if (error instanceof UncoveredError) return { verdict: "uncovered", reason: error.message };
  if (error instanceof InapplicableError) return { verdict: "inapplicable", reason: error.message };
  return {
    verdict: "errored",
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/** The same for people, without credentials. */
export function redacted(
  { violation, ...outcome }: Outcome,
  recorder: Recorder,
): Omit<Outcome, "violation"> & { readonly violation?: ShownEvidence } {
  const { reason, counterexample } = outcome;
  return {
    ...outcome,
    ...(reason === undefined ? {} : { reason: recorder.redact(reason) }),
    ...(counterexample === undefined ? {} : { counterexample: recorder.redact(counterexample) }),
    ...(violation === undefined ? {} : { violation: shown(violation, recorder) }),
  };
}

/** Texts are compared after credentials are taken out: a part of one would not be recognised. */
function shown({ compared, ...evidence }: Evidence, recorder: Recorder): ShownEvidence {
  const [expected, actual] = (compared ?? ["", ""]).map((text) => recorder.redact(text));
  const difference = textDifference(expected ?? "", actual ?? "");
  return {
    ...evidence,
    expected: recorder.redact(evidence.expected),
    actual: recorder.redact(evidence.actual),
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
