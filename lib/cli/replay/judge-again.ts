import { UnreachableError } from "../../guest/unreachable-error.ts";
import { catalogue } from "../catalogue.ts";
import { whyUnjudged } from "../../engine/why-unjudged.ts";
import { unjudged } from "../../engine/unjudged.ts";
import type { Capsule } from "../../reporters/capsule.ts";
import type { Requirement } from "../../api/requirement.ts";
import type { Judgement } from "../../engine/result.ts";
import { openSession, type Session, type SessionSetup } from "../../api/webhook/session.ts";
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
  const one = requirementOf(requirement);
  const why = whyUnjudged(one, profile);
  if (why !== undefined) return unjudged(one, why, profile.pins);
  const { moves: _, ...withoutMoves } = setup;
  const session = await openSession(withoutMoves, catalogue.requirements);
  const { diagnosis: refusal } = session.calibration;
  const stop = () => void session.close();
  signal.addEventListener("abort", stop);
  try {
    if (refusal !== undefined) throw new UnreachableError(refusal, session.counts);
    const elsewhere = during === undefined || during === requirement ? undefined : requirementOf(during);
    if (elsewhere !== undefined && whyUnjudged(elsewhere, profile) === undefined)
      await session.judge(elsewhere);
    const judgement = await (generated === undefined
      ? session.judge(one)
      : caseFirst(session, one, generated));
    const situation = isPassed(judgement) ? reenactment(capsule, one) : undefined;
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
  one: Requirement,
  generated: NonNullable<Capsule["generated"]>,
): Promise<Judgement> {
  const judgement = await session.judge(one, generated);
  return isBroken(judgement) ? judgement : session.judge(one);
}

/** @throws {UsageError} when this version does not have it */
export function requirementOf(id: string): Requirement {
  const found = catalogue.find(id);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot replay ${id}: this version has no such requirement`);
}
