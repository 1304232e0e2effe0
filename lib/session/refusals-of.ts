import type { Findings } from "../engine/findings.ts";
import { whyUnjudged } from "../engine/why-unjudged.ts";
import type { StandingRefusal } from "../api/webhook/standing-refusal.ts";
import type { Profile } from "../profile/profile-schema.ts";
import type { Requirement } from "./requirement.ts";

/** Returns the rejections that requirements demand. The requirements apply to the profile and have not failed yet. */
export function refusalsOf(
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
