import { CounterexampleViolation } from "./for-all.ts";
import { decideByListening } from "./decide-by-listening.ts";
import { judgeObservation } from "./judge-observation.ts";
import type { Judged } from "../record/judged.ts";
import { runLocated } from "../record/located.ts";
import { type Outcome, redactOutcome, thrownBy, outcomeOfError } from "./outcome.ts";
import type { CheckResult, GeneratedCase, Judgement } from "../record/result.ts";
import type { Target } from "../record/target.ts";
import { interferedResult } from "../settle/settle-late.ts";
import { reachOf, shownBy } from "./shown-by.ts";
import { saidBy } from "../plan/unjudged.ts";
import { type Verdict, Violation } from "../record/verdict.ts";
import { withGrounds } from "./with-grounds.ts";

const EXCHANGES_SHOWN = 8;

/**
 * Decides or observes one requirement. Every behaviour of the target becomes a verdict. Only a defect of the
 * suite is `errored`.
 *
 * @example
 * const { result } = await judge(requirement, target);
 * console.log(result.verdict, result.reason);
 */
export async function judge<Context>(
  one: Judged<Context>,
  target: Target<Context>,
  only?: GeneratedCase,
): Promise<Judgement> {
  if (one.observe !== undefined) return judgeObservation(one, target);
  const { record, counts, findings } = target;
  const startedAt = Date.now();
  const sentBefore = counts.sent;
  target.begin(one.id);
  const decision = withoutInterference(one, await decided(one, target, only), target);
  if (decision.verdict === "failed") findings.fail(one.id);
  const { outcome, exchanges } = withGrounds(decision, record.exchanges, one.id, findings);
  const result: CheckResult = {
    ...saidBy(one),
    ...redactOutcome(outcome, record),
    ...judgedElsewhere(one, outcome, target),
    durationMs: Date.now() - startedAt,
    requests: counts.sent - sentBefore,
  };
  const isSilent = one.check === undefined && decision.verdict === "inconclusive";
  const shows = isSilent
    ? findings.deviationsBehindSilence(one.id)
    : shownBy(decision, record.exchanges, findings);
  const reached = reachOf(decision, record.exchanges, findings);
  const alsoShows = [...findings.deviationsFrom(one.id), ...reached];
  return { requirement: one.id, result, exchanges, shows, alsoShows };
}

/** A check that passed on the answers to others names these. */
function judgedElsewhere(
  { id, rule }: Judged<never>,
  { verdict }: Outcome,
  { findings, record }: Pick<Target<never>, "findings" | "record">,
): Pick<CheckResult, "heardIn"> {
  if (verdict !== "passed" || (rule === undefined && record.exchanges.length > 0)) return {};
  const heardIn = findings.keptIn(id);
  return heardIn.length === 0 ? {} : { heardIn };
}

/** While another client changes a configuration, its observed state accuses no target. */
function withoutInterference(
  { id }: Judged<never>,
  outcome: Outcome,
  { interference, findings }: Pick<Target<never>, "interference" | "findings">,
): Outcome {
  if (outcome.verdict !== "failed" || interference === undefined || findings.isByItself(id)) return outcome;
  return interferedResult(interference, outcome.violation);
}

/**
 * The verdict of a check. Its own violation explains the broken answers meanwhile. Without one, each of them
 * counts alone.
 */
async function decided<Context>(
  one: Judged<Context>,
  target: Target<Context>,
  only: GeneratedCase | undefined,
): Promise<Outcome> {
  const { record, findings, returned } = target;
  const context = target.given(one.id, only);
  const error = await thrownBy(async () => runLocated(record, async () => ask(one, target, context)));
  const isOwn = error instanceof Violation && (error.requirement ?? one.id) === one.id;
  const [news] = context.listening ? findings.claimable : [];
  const isInterfered = target.interference !== undefined;
  if (isOwn || news !== undefined) {
    findings.settle({ explained: true, interfered: isInterfered });
    if (error instanceof Violation) return failed(one, error);
    if (news !== undefined) return failed(one, new Violation(news.evidence));
  }
  if (error instanceof Violation && error.requirement !== undefined) {
    const shown = record.exchanges.slice(0, error.evidence.exchange).slice(-EXCHANGES_SHOWN);
    const because = findings.groundsOf(error.evidence.exchange);
    findings.broken({ requirement: error.requirement, evidence: error.evidence, because, exchanges: shown });
  }
  findings.settle({ explained: false, interfered: isInterfered });
  return error === undefined ? heardOf(one, target) : outcomeOfError(error, returned);
}

async function ask<Context>(one: Judged<Context>, target: Target<Context>, context: Context): Promise<void> {
  if (one.check !== undefined) await one.check(context);
  else decideByListening(one, target, context);
}

/** A check that passed still fails if the answers of the run broke its requirement. */
function heardOf(one: Judged<never>, { findings }: Pick<Target<never>, "findings">): Outcome {
  const heard = findings.violationOf(one.id);
  if (heard !== undefined) return failed(one, new Violation(heard.evidence));
  const doubt = findings.doubtAbout(one.id);
  return doubt === undefined
    ? { verdict: "passed" }
    : { verdict: "inconclusive", code: "undecided", reason: doubt };
}

function failed({ level }: Judged<never>, violation: Violation): Outcome {
  const verdict: Verdict = level === "advisory" ? "warned" : "failed";
  const { evidence } = violation;
  if (!(violation instanceof CounterexampleViolation)) return { verdict, violation: evidence };
  const { counterexample, generated } = violation;
  return { verdict, violation: evidence, counterexample, generated };
}
