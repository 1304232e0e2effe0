import { decideByListening } from "../engine/judge/decide-by-listening.ts";
import type { RequirementId } from "../engine/requirement/requirement.ts";
import type { Context, Requirement } from "./requirement.ts";
import type { RunParts } from "./run-parts.ts";
import type { Shared } from "./session-context.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import type { Claims } from "../api/merchant/merchants-context.ts";
import type { Findings } from "../engine/record/findings.ts";
import { whyUnjudged } from "../engine/plan/why-unjudged.ts";
import type { StandingRefusal } from "../api/webhook/standing-refusal.ts";

type OfLane = Pick<Shared, "merchants" | "mcp" | "findings">;

/** A pause gives a target time to change by itself. The embedded reference never does, so a run waits no longer for it. */
const LONGEST_EMBEDDED_PAUSE_MS = 20;

/** Builds the part of a context that all checks of a lane share. */
export function sharedBy(parts: RunParts, lane: OfLane): Shared & { existed: boolean } {
  const { setup, requirements, clock, seen, theirClock, allowances } = parts;
  const { profile, depth, seed, ephemeral } = setup;
  const { findings } = lane;
  const shared = {
    ...parts,
    ...lane,
    issuedKeys: new Set(profile.merchants.map(({ apiKey }) => apiKey)),
    now: () => theirClock.now(),
    lag: allowances.lag,
    claims: claimsOf(profile),
    refusals: () => refusalsOf(profile, requirements, findings),
    depth,
    seed,
    sleep: async (ms: number) =>
      clock.sleep(ephemeral === true ? Math.min(ms, LONGEST_EMBEDDED_PAUSE_MS) : ms),
    pins: profile.pins,
    measures: profile.observe,
    existed: false,
    existedBefore: () => shared.existed,
    decideByListening: (id: RequirementId, context: Context) => {
      const requirement = requirements.find((one) => one.id === id);
      if (requirement !== undefined)
        decideByListening(requirement, { findings, returned: seen.returned }, context);
    },
  };
  return shared;
}

/** The rules that a deployment claims to enforce in signed mode. */
function claimsOf({ auth }: Profile): Claims {
  const { signature, timestampToleranceSeconds, nonceSingleUse } = auth.enforces;
  return { signature, timestampToleranceSeconds: timestampToleranceSeconds ?? undefined, nonceSingleUse };
}

/** Returns the rejections that requirements demand. The requirements apply to the profile and have not failed yet. */
function refusalsOf(
  profile: Profile,
  requirements: readonly Requirement[],
  findings: Pick<Findings, "hasFailed" | "violationOf">,
): readonly StandingRefusal[] {
  return requirements
    .filter(({ level }) => level !== "advisory")
    .filter((one) => one.refusedFirst ?? one.refusedCredentials ?? one.refusedReplays)
    .filter((one) => whyUnjudged(one, profile) === undefined)
    .filter(({ id }) => !findings.hasFailed(id) && findings.violationOf(id) === undefined)
    .map(({ id, refusedFirst, refusedCredentials, refusedReplays }) => ({
      id,
      ...(refusedReplays && { replays: refusedReplays }),
      ...(refusedFirst && { inputs: refusedFirst }),
      ...(refusedCredentials && { credentials: refusedCredentials }),
    }));
}
