import { driftsBetween } from "../../engine/requirement/drift.ts";
import { canonicalText, isRecord } from "../../engine/requirement/plain.ts";
import { checkedLess } from "./checked-less.ts";
import { isChecked, isKept, type JudgedCheck, type Subject } from "./subject.ts";

/** Something that both sides have and that differs. */
export interface Change {
  readonly requirement: string;
  /** The part of an observation. Absent: it is about a verdict or a fact. */
  readonly part?: string;
  readonly before: string;
  readonly after: string;
  readonly why?: string;
}

interface VerdictChange extends Change {
  /** It was kept, and is now broken. */
  readonly regression: boolean;
}

/** Changes from one side to the other. */
export interface Comparison {
  readonly before: string;
  readonly after: string;
  readonly runVerdict: Omit<VerdictChange, "requirement"> | undefined;
  readonly verdicts: readonly VerdictChange[];
  /** Failures that the earlier side did not have. */
  readonly newFailures: readonly Change[];
  /** Failures of the earlier side whose check passes now. */
  readonly mended: readonly Change[];
  readonly observations: readonly Change[];
  readonly facts: readonly Change[];
  /** Checked before and not after, with the verdict of now, and the reverse. */
  readonly noLongerJudged: readonly Change[];
  readonly newlyJudged: readonly Change[];
  /** Operations that the document only names: a valid call succeeded before and not after. */
  readonly lostOperations: readonly Change[];
  readonly requests: { readonly before: number; readonly after: number } | undefined;
  /** Median time of an answer, in milliseconds. */
  readonly latencyMs: { readonly before: number; readonly after: number } | undefined;
  /** Explains why there is less to compare than expected. */
  readonly notes: readonly string[];
  /** How the second run checked less than the first one, one sentence each. */
  readonly checkedLess: readonly string[];
  /** A check is worse, or less was checked. */
  readonly regression: boolean;
}

const LOST: readonly JudgedCheck["verdict"][] = ["failed", "errored", "inconclusive"];
/** The verdict of a requirement that is not in a result. */
export const NOT_RUN = "not run";
const LATENCY = "limits.latency";

export function compareSubjects(before: Subject, after: Subject): Comparison {
  const judged = before.judges && after.judges;
  const pairs = judged ? paired(before.checks, after.checks) : [];
  const changed = pairs.filter(({ was, is }) => verdictOf(was) !== verdictOf(is));
  const less = checkedLess(before, after);
  const runVerdict = judged ? runVerdictChange(before, after) : undefined;
  const verdicts = changed.flatMap(verdictChange);
  const lostOperations = operationsLost(before, after);
  return {
    before: before.name,
    after: after.name,
    runVerdict,
    verdicts,
    newFailures: changed.filter(({ is }) => is?.verdict === "failed").map(withReason),
    mended: changed.filter(({ was, is }) => was?.verdict === "failed" && isKept(is)).map(asChange),
    observations: observationChanges(before, after),
    facts: factChanges(before.facts, after.facts),
    noLongerJudged: changed.filter(({ was, is }) => isChecked(was) && !isChecked(is)).map(withReason),
    newlyJudged: changed.filter(({ was, is }) => !isChecked(was) && isChecked(is)).map(asChange),
    lostOperations,
    requests: requests(before, after),
    latencyMs: latency(before, after),
    notes: [before, after].flatMap(({ note }) => note ?? []),
    checkedLess: less,
    regression: less.length > 0 || isWorse({ runVerdict, verdicts, lostOperations }),
  };
}

/** Whether something is worse that both sides have checked. */
export function isWorse({
  runVerdict,
  verdicts,
  lostOperations,
}: Pick<Comparison, "runVerdict" | "verdicts" | "lostOperations">): boolean {
  return (
    runVerdict?.regression === true ||
    lostOperations.length > 0 ||
    verdicts.some(({ regression }) => regression)
  );
}

/** An operation is not lost if it was not selected. */
function operationsLost(before: Subject, after: Subject): Change[] {
  const states = new Map(after.operations?.map(({ operation, state }) => [operation, state]));
  return (before.operations ?? []).flatMap(({ operation: requirement, state: was }) => {
    const is = states.get(requirement) ?? "judged";
    return was === "judged" && is !== "judged" ? [{ requirement, before: was, after: is }] : [];
  });
}

function requests({ run: was, judges }: Subject, { run: is, judges: also }: Subject): Comparison["requests"] {
  if (was === undefined || is === undefined || judges !== also) return undefined;
  return { before: was.requests.sent, after: is.requests.sent };
}

interface Pair {
  readonly requirement: string;
  readonly was: JudgedCheck | undefined;
  readonly is: JudgedCheck | undefined;
}

function paired(before: readonly JudgedCheck[], after: readonly JudgedCheck[]): Pair[] {
  const [first, second] = [before, after].map(
    (checks) => new Map(checks.map((one) => [one.requirement, one])),
  );
  const ids = new Set([...before, ...after].map(({ requirement }) => requirement));
  return [...ids].map((requirement) => ({
    requirement,
    was: first?.get(requirement),
    is: second?.get(requirement),
  }));
}

function verdictChange(pair: Pair): VerdictChange[] {
  const { was, is } = pair;
  if (was === undefined || is === undefined) return [];
  return [{ ...asChange(pair), regression: isKept(was) && LOST.includes(is.verdict), ...whyOf(is) }];
}

/** A run that ended well before, and does not now. Changes of single checks are reported one by one. */
function runVerdictChange({ run: was }: Subject, { run: is }: Subject): Comparison["runVerdict"] {
  if (was === undefined || is === undefined || was.verdict === is.verdict) return undefined;
  return { before: was.verdict, after: is.verdict, regression: was.exitCode === 0 && is.exitCode !== 0 };
}

function verdictOf(check: JudgedCheck | undefined): string {
  return check?.verdict ?? NOT_RUN;
}

function asChange({ requirement, was, is }: Pair): Change {
  return { requirement, before: verdictOf(was), after: verdictOf(is) };
}

function withReason(pair: Pair): Change {
  return { ...asChange(pair), ...whyOf(pair.is) };
}

function whyOf({ violation, reason }: Pick<JudgedCheck, "violation" | "reason"> = {}): Pick<Change, "why"> {
  if (violation !== undefined) return { why: `expected ${violation.expected}, got ${violation.actual}` };
  return reason === undefined ? {} : { why: reason };
}

/**
 * The parts of observations that differ. At different depths only parts of both sides count. Of a profile only
 * its pins count.
 */
function observationChanges(before: Subject, after: Subject): Change[] {
  const values = new Map(before.observations.map(({ requirement, value }) => [requirement, value]));
  const partly = before.run?.depth !== after.run?.depth;
  return after.observations.flatMap(({ requirement, value }) => {
    if (requirement === LATENCY || !values.has(requirement)) return [];
    const was = values.get(requirement);
    if (partly && (was === undefined || value === undefined)) return [];
    const scope = before.run === undefined ? "before" : partly ? "both" : "either";
    return driftsBetween(was, value, scope).map((drift) => ({ requirement, ...drift }));
  });
}

/** Members of both sides. A result contains fewer facts about a target than its profile. */
function factChanges(before: Subject["facts"], after: Subject["facts"]): Change[] {
  const names = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  return names
    .filter((name) => canonicalText(before[name]) !== canonicalText(after[name]))
    .map((name) => ({
      requirement: name,
      before: canonicalText(before[name]),
      after: canonicalText(after[name]),
    }));
}

function latency(before: Subject, after: Subject): Comparison["latencyMs"] {
  const [was, is] = [medianMs(before), medianMs(after)];
  return was === undefined || is === undefined ? undefined : { before: was, after: is };
}

function medianMs({ observations }: Subject): number | undefined {
  const seen = observations.find(({ requirement }) => requirement === LATENCY)?.value;
  const value = isRecord(seen) ? seen["value"] : undefined;
  const median = isRecord(value) ? value["medianMs"] : undefined;
  return typeof median === "number" ? median : undefined;
}
