import { isNormative } from "../../engine/catalogue.ts";
import { plan } from "../../engine/plan.ts";
import type { RequirementId } from "../../engine/requirement.ts";
import type { NoJudgement, RunWarning } from "../../engine/result.ts";
import { withEmbeddedEvents } from "../../profile/embedded-events.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import { unreadFields } from "../../profile/unread-fields.ts";
import { catalogue, pinnable } from "../catalogue.ts";

export const PROSPECTS = ["judged", "observed", "uncovered", "inapplicable", "skipped"] as const;

/** The expected outcome of a requirement, as far as known before the first request. */
export interface Prospect extends NoJudgement {
  readonly prospect: (typeof PROSPECTS)[number];
}

/** The requirements that a run with a profile would cover. */
export interface ProfileCoverage {
  readonly of: (id: RequirementId) => Prospect;
  readonly warnings: readonly RunWarning[];
}

/** @throws {ProfileError} with what to correct. */
export async function outlookFor(name: string, env: Environment): Promise<ProfileCoverage> {
  const loaded = await loadProfile(name, env, pinnable);
  const profile = withEmbeddedEvents(loaded.profile);
  const rows = plan(catalogue, { selectors: [], skip: profile.run.skip, levels: profile.run.level }, profile);
  const prospects = new Map(
    rows.map(({ requirement, why }): [RequirementId, Prospect] => {
      if (why !== undefined) {
        const { verdict, ...rest } = why;
        return [requirement.id, { prospect: verdict, ...rest }];
      }
      const isJudged = isNormative(requirement) || Object.hasOwn(profile.pins, requirement.id);
      return [requirement.id, { prospect: isJudged ? "judged" : "observed" }];
    }),
  );
  return {
    of: (id) => prospects.get(id) ?? { prospect: "skipped" },
    warnings: unreadFields(profile, catalogue.requirements),
  };
}
