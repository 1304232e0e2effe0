import { UnreachableError } from "../../guest/unreachable-error.ts";
import { catalogue } from "../catalogue.ts";
import { obstacleOf } from "../../engine/obstacle.ts";
import { unjudged } from "../../engine/unjudged.ts";
import type { Capsule } from "../../reporters/capsule.ts";
import type { Requirement } from "../../api/requirement.ts";
import type { Judgement } from "../../engine/result.ts";
import { openSession, type Session, type SessionSetup } from "../../api/webhook/session.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Judges the requirement of a capsule again: its generated case by itself, and unless that fails, the whole check.
 * What was heard in the answers of another check is heard there again. Nothing is sent for what the profile gives no means for.
 * @throws {UsageError} when this version has no such check.
 * @throws {UnreachableError} when nothing valid is accepted.
 */
export async function judgeAgain(
  { requirement, during, generated }: Capsule,
  setup: SessionSetup,
  signal: AbortSignal,
): Promise<Judgement> {
  const { profile } = setup;
  const one = requirementOf(requirement);
  const obstacle = obstacleOf(one, profile);
  if (obstacle !== undefined) return unjudged(one, obstacle, profile.pins);
  const session = await openSession(setup, catalogue.requirements);
  const { obstacle: refusal } = session.calibration;
  const stop = () => void session.close();
  signal.addEventListener("abort", stop);
  try {
    if (refusal !== undefined) throw new UnreachableError(refusal, session.counts);
    const elsewhere = during === undefined || during === requirement ? undefined : requirementOf(during);
    if (elsewhere !== undefined && obstacleOf(elsewhere, profile) === undefined)
      await session.judge(elsewhere);
    return await (generated === undefined ? session.judge(one) : caseFirst(session, one, generated));
  } finally {
    signal.removeEventListener("abort", stop);
    await session.close();
  }
}

async function caseFirst(
  session: Session,
  one: Requirement,
  generated: NonNullable<Capsule["generated"]>,
): Promise<Judgement> {
  const judgement = await session.judge(one, generated);
  const { result } = judgement;
  return "violation" in result ? judgement : session.judge(one);
}

/** @throws {UsageError} when this version does not have it */
export function requirementOf(id: string): Requirement {
  const found = catalogue.find(id);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot replay ${id}: this version has no such requirement`);
}
