import { catalogue } from "../catalogue.ts";
import { openSession, type SessionSetup } from "../../session/session.ts";
import { redactorOf } from "../../session/redactor-of.ts";
import { run } from "../../engine/run.ts";
import { Steps } from "../../engine/steps.ts";
import { Tally } from "../../engine/tally.ts";
import type { Capsule } from "../../reporters/capsule.ts";
import { UnhandledErrors } from "../run/unhandled-errors.ts";
import { replaySituations } from "./situations.ts";

/**
 * Checks the requirement of a capsule again, in all situations that may show its failure. Sends no request
 * with a permanent effect.
 */
export async function judgeAgain(capsule: Capsule, setup: SessionSetup, signal: AbortSignal): Promise<Tally> {
  const { profile } = setup;
  const tally = new Tally([], redactorOf(setup));
  using _ = new UnhandledErrors((error) => tally.broke(error));
  const steps = new Steps(async () => openSession(withoutMoves(setup), catalogue.requirements), {
    pins: profile.pins,
    waivers: [],
  });
  await run(
    replaySituations(capsule, profile, () => tally.judgements),
    steps,
    { tally, signal },
  );
  return tally;
}

function withoutMoves(setup: SessionSetup): SessionSetup {
  const { moves: _, ...others } = setup;
  return others;
}
