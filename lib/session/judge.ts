import type { Check, Observation } from "../check.ts";
import type { Recorder } from "../client/recorder.ts";
import { areaOf, catalogue } from "../requirements/catalogue.ts";
import type {
  CheckResult,
  Judgement,
  ObservationResult,
  RecordedExchange,
  RequestCounts,
} from "../result.ts";
import { InapplicableError, InconclusiveError, UncoveredError, type Verdict, Violation } from "../verdict.ts";
import { notBinding } from "./binding.ts";
import { CounterexampleViolation } from "./for-all.ts";
import { type Means, SessionContext } from "./session-context.ts";

export interface Court {
  readonly means: Means;
  readonly recorder: Recorder;
  readonly counts: RequestCounts;
  readonly signed: boolean;
}

type Outcome = Pick<CheckResult, "verdict" | "reason" | "violation" | "counterexample">;

/** Runs one check or observation. Whatever the target does becomes a verdict; only a defect of ours is `errored`. */
export async function judge(one: Check | Observation, court: Court): Promise<Judgement> {
  const { means, recorder, counts, signed } = court;
  const { requirement } = one;
  const startedAt = Date.now();
  const sentBefore = counts.sent;
  recorder.restart();
  means.ledger.begin(requirement);
  const obstacle = notBinding(catalogue[requirement].when, signed, means.claims);
  if (one.kind === "observation") {
    const result = await observed(one, means, obstacle);
    means.ledger.settle({ explained: false });
    return { requirement, result, exchanges: recorder.exchanges };
  }
  const outcome =
    obstacle === undefined
      ? await decided(one, means)
      : { verdict: "inapplicable" as const, reason: obstacle };
  const result: CheckResult = {
    requirement: one.requirement,
    level: catalogue[requirement].level,
    sections: catalogue[requirement].sections,
    area: areaOf(requirement),
    ...redacted(outcome, recorder),
    durationMs: Date.now() - startedAt,
    requests: counts.sent - sentBefore,
  };
  return {
    requirement,
    result,
    exchanges: [...recorder.exchanges, ...overheardExchanges(one, means, outcome)],
  };
}

/** The verdict of a check: its own violation explains what the answers broke meanwhile; without one, each stands for itself. */
async function decided(one: Check, means: Means): Promise<Outcome> {
  const context = new SessionContext(means, one.requirement);
  const { ledger } = means;
  const error = await thrownBy(async () => one.run(context));
  if (error instanceof Violation && (error.requirement ?? one.requirement) === one.requirement) {
    ledger.settle({ explained: true });
    return failed(one, error);
  }
  const [news] = context.listening ? ledger.news : [];
  if (news !== undefined) {
    ledger.settle({ explained: true });
    return failed(one, error instanceof Violation ? error : new Violation(news.evidence));
  }
  if (error instanceof Violation && error.requirement !== undefined) {
    ledger.broken({ requirement: error.requirement, evidence: error.evidence, exchanges: [] });
  }
  ledger.settle({ explained: false });
  return error === undefined ? overheard(one, means) : undecided(error);
}

/** A check that passed by itself still fails when the answers of the run broke its requirement. */
function overheard(one: Check, { ledger }: Means): Outcome {
  const heard = ledger.violationOf(one.requirement);
  if (heard !== undefined) return failed(one, new Violation(heard.evidence));
  const doubt = ledger.doubtAbout(one.requirement);
  return doubt === undefined ? { verdict: "passed" } : { verdict: "inconclusive", reason: doubt };
}

function failed(one: Check, violation: Violation): Outcome {
  const verdict: Verdict = catalogue[one.requirement].level === "advisory" ? "warned" : "failed";
  const counterexample = violation instanceof CounterexampleViolation ? violation.counterexample : undefined;
  return {
    verdict,
    violation: violation.evidence,
    ...(counterexample === undefined ? {} : { counterexample }),
  };
}

function undecided(error: unknown): Outcome {
  if (error instanceof Violation) {
    return {
      verdict: "inconclusive",
      reason: `Cannot be judged while ${error.requirement ?? "another"} fails: ${error.message}`,
    };
  }
  if (error instanceof InconclusiveError) return { verdict: "inconclusive", reason: error.message };
  if (error instanceof UncoveredError) return { verdict: "uncovered", reason: error.message };
  if (error instanceof InapplicableError) return { verdict: "inapplicable", reason: error.message };
  return {
    verdict: "errored",
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

async function observed(
  one: Observation,
  means: Means,
  obstacle: string | undefined,
): Promise<ObservationResult> {
  const { requirement } = one;
  if (obstacle !== undefined) return { requirement, reason: obstacle };
  let value: unknown;
  const error = await thrownBy(async () => {
    value = await one.run(new SessionContext(means, requirement));
  });
  return error === undefined
    ? { requirement, value }
    : { requirement, reason: undecided(error).reason ?? "unknown" };
}

async function thrownBy(run: () => Promise<void>): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error;
  }
}

function redacted(outcome: Outcome, recorder: Recorder): Outcome {
  const { reason, violation, counterexample } = outcome;
  return {
    ...outcome,
    ...(reason === undefined ? {} : { reason: recorder.redact(reason) }),
    ...(counterexample === undefined ? {} : { counterexample: recorder.redact(counterexample) }),
    ...(violation === undefined
      ? {}
      : {
          violation: {
            ...violation,
            expected: recorder.redact(violation.expected),
            actual: recorder.redact(violation.actual),
          },
        }),
  };
}

function overheardExchanges(one: Check, { ledger }: Means, outcome: Outcome): readonly RecordedExchange[] {
  const heard = ledger.violationOf(one.requirement);
  return outcome.violation !== undefined && heard?.evidence === outcome.violation ? heard.exchanges : [];
}
