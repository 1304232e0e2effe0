import { type Check, isJudge, type Observation } from "../../check.ts";
import { UnreachableError } from "../../guest/unreachable-error.ts";
import { loadSuites } from "../../host/load-suites.ts";
import { suitesFolder } from "../../package-root.ts";
import { obstacleOf } from "../../plan/obstacle.ts";
import { unjudged } from "../../plan/unjudged.ts";
import type { Capsule } from "../../report/capsule.ts";
import type { RequirementId } from "../../requirements/catalogue.ts";
import type { Judgement } from "../../result.ts";
import { openSession, type Session, type SessionSetup } from "../../session.ts";
import { UsageError } from "../usage-error.ts";
import { reenactment } from "./reenactment.ts";

/**
 * Judges the requirement of a capsule again: its generated case by itself, and unless that fails, the whole check.
 * What was heard in the answers of another check is heard there again; when all of this passes, the situation of the
 * capsule is brought about by itself. Nothing is sent for what the profile gives no means for.
 * @throws {UsageError} when this version has no such check.
 * @throws {UnreachableError} when nothing valid is accepted.
 */
export async function judgeAgain(
  capsule: Capsule,
  setup: SessionSetup,
  signal: AbortSignal,
): Promise<Judgement> {
  const { requirement, during, generated } = capsule;
  const { profile } = setup;
  const obstacle = obstacleOf(requirement, profile);
  if (obstacle !== undefined) return unjudged(requirement, obstacle, profile.pins);
  const judges = (await loadSuites(suitesFolder))
    .flatMap(({ exports }) => Object.values(exports))
    .filter(isJudge);
  const session = await openSession(setup);
  const { obstacle: refusal } = session.calibration;
  const stop = () => void session.close();
  signal.addEventListener("abort", stop);
  try {
    if (refusal !== undefined) throw new UnreachableError(refusal, session.counts);
    const isHeardElsewhere = during !== undefined && during !== requirement;
    if (isHeardElsewhere && obstacleOf(during, profile) === undefined) {
      await session.judge(judgeOf(during, judges));
    }
    const one = judgeOf(requirement, judges);
    const judgement = await (generated === undefined
      ? session.judge(one)
      : caseFirst(session, one, generated));
    const situation = isPassed(judgement) ? reenactment(capsule) : undefined;
    if (situation === undefined) return judgement;
    const again = await session.judge(situation);
    return isBroken(again) ? again : judgement;
  } finally {
    signal.removeEventListener("abort", stop);
    await session.close();
  }
}

function isPassed({ result }: Judgement): boolean {
  return "verdict" in result && result.verdict === "passed";
}

function isBroken({ result }: Judgement): boolean {
  return "violation" in result;
}

async function caseFirst(
  session: Session,
  one: Check | Observation,
  generated: NonNullable<Capsule["generated"]>,
): Promise<Judgement> {
  const judgement = await session.judge(one, generated);
  return isBroken(judgement) ? judgement : session.judge(one);
}

function judgeOf(id: RequirementId, judges: readonly (Check | Observation)[]): Check | Observation {
  const found = judges.find(({ requirement }) => requirement === id);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot replay ${id}: this version has no check of it`);
}
