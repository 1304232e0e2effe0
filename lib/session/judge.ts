import { type Check, isAmbient, type Observation } from "../check.ts";
import { areaOf, catalogue, type NormativeId } from "../requirements/catalogue.ts";
import type { CheckResult, GeneratedCase, Judgement } from "../result.ts";
import { type Verdict, Violation } from "../verdict.ts";
import { CounterexampleViolation } from "./for-all.ts";
import type { Court } from "./court.ts";
import type { Disturbance } from "./disturbance.ts";
import { judgeObservation } from "./judge-observation.ts";
import { isIndependent } from "./ledger.ts";
import { located } from "./located.ts";
import { type Outcome, redacted, thrownBy, undecided } from "./outcome.ts";
import { type Means, SessionContext } from "./session-context.ts";
import { withGrounds } from "./with-grounds.ts";

const EXCHANGES_SHOWN = 8;

/** Runs one check or observation. Whatever the target does becomes a verdict; only a defect of ours is `errored`. */
export async function judge(
  one: Check | Observation,
  court: Court,
  only?: GeneratedCase,
): Promise<Judgement> {
  if (one.kind === "observation") return judgeObservation(one, court);
  const { means, recorder, counts, disturbance } = court;
  const { requirement } = one;
  const startedAt = Date.now();
  const sentBefore = counts.sent;
  means.seen.keep();
  recorder.restart();
  means.ledger.begin(requirement);
  disturbance.begin();
  const decision = undisturbed(requirement, await decided(one, court, only), disturbance);
  if (decision.verdict === "failed") means.ledger.fail(requirement);
  const { outcome, exchanges } = withGrounds(decision, recorder.exchanges, requirement, means.ledger);
  const result: CheckResult = {
    requirement: one.requirement,
    level: catalogue[requirement].level,
    sections: catalogue[requirement].sections,
    area: areaOf(requirement),
    ...redacted(outcome, recorder),
    ...judgedElsewhere(one, outcome, court),
    durationMs: Date.now() - startedAt,
    requests: counts.sent - sentBefore,
  };
  return { requirement, result, exchanges };
}

/** A check that passed on the answers to others names these. */
function judgedElsewhere(
  one: Check,
  { verdict }: Outcome,
  { means, recorder }: Court,
): Pick<CheckResult, "heardIn"> {
  if (verdict !== "passed" || (!isAmbient(one) && recorder.exchanges.length > 0)) return {};
  const heardIn = means.ledger.keptIn(one.requirement);
  return heardIn.length === 0 ? {} : { heardIn };
}

/** While another client changes a configuration, what is seen of it is held against nobody. */
function undisturbed(requirement: NormativeId, outcome: Outcome, { doubt }: Disturbance): Outcome {
  if (outcome.verdict !== "failed" || doubt === undefined || isIndependent(requirement)) return outcome;
  const { expected, actual } = outcome.violation ?? { expected: "", actual: "" };
  return {
    verdict: "inconclusive",
    code: "other-client",
    reason: `${doubt} Meanwhile expected was ${expected}, and got was ${actual}.`,
  };
}

/** The verdict of a check: its own violation explains what the answers broke meanwhile; without one, each stands for itself. */
async function decided(
  one: Check,
  { means, recorder, disturbance }: Court,
  only: GeneratedCase | undefined,
): Promise<Outcome> {
  const context = new SessionContext(means, one.requirement, { recorder, only });
  const { ledger } = means;
  const error = await thrownBy(async () => located(recorder, async () => one.run(context)));
  if (error instanceof Violation && (error.requirement ?? one.requirement) === one.requirement) {
    ledger.settle({ explained: true, disturbed: disturbance.doubt !== undefined });
    return failed(one, error);
  }
  const [news] = context.listening ? ledger.claimable : [];
  if (news !== undefined) {
    ledger.settle({ explained: true, disturbed: disturbance.doubt !== undefined });
    return failed(one, error instanceof Violation ? error : new Violation(news.evidence));
  }
  if (error instanceof Violation && error.requirement !== undefined) {
    const shown = recorder.exchanges.slice(0, error.evidence.exchange).slice(-EXCHANGES_SHOWN);
    const because = ledger.groundsOf(error.evidence.exchange);
    ledger.broken({ requirement: error.requirement, evidence: error.evidence, because, exchanges: shown });
  }
  ledger.settle({ explained: false, disturbed: disturbance.doubt !== undefined });
  return error === undefined ? overheard(one, means) : undecided(error, means.seen.returned);
}

/** A check that passed by itself still fails when the answers of the run broke its requirement. */
function overheard(one: Check, { ledger }: Means): Outcome {
  const heard = ledger.violationOf(one.requirement);
  if (heard !== undefined) return failed(one, new Violation(heard.evidence));
  const doubt = ledger.doubtAbout(one.requirement);
  return doubt === undefined
    ? { verdict: "passed" }
    : { verdict: "inconclusive", code: "undecided", reason: doubt };
}

function failed(one: Check, violation: Violation): Outcome {
  const verdict: Verdict = catalogue[one.requirement].level === "advisory" ? "warned" : "failed";
  const { evidence } = violation;
  if (!(violation instanceof CounterexampleViolation)) return { verdict, violation: evidence };
  const { counterexample, generated } = violation;
  return { verdict, violation: evidence, counterexample, generated };
}
