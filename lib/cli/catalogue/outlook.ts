import { loadSuites } from "../../host/load-suites.ts";
import { suitesFolder } from "../../package-root.ts";
import { judgesIn, plan, type PlannedRow } from "../../plan.ts";
import { unreadFields } from "../../plan/unread-fields.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import type { RequirementId } from "../../requirements/catalogue.ts";
import type { NoJudgement, RunWarning } from "../../result.ts";

export const PROSPECTS = ["judged", "observed", "uncovered", "inapplicable", "skipped"] as const;

/** What a run would make of a requirement, as far as that is known before its first request. */
export interface Prospect extends NoJudgement {
  readonly prospect: (typeof PROSPECTS)[number];
}

/** What a run with a profile would cover. */
export interface Outlook {
  readonly of: (id: RequirementId) => Prospect;
  readonly warnings: readonly RunWarning[];
}

/** @throws {ProfileError} with what to correct. */
export async function outlookFor(name: string, env: Environment): Promise<Outlook> {
  const { profile } = await loadProfile(name, env);
  const suites = await loadSuites(suitesFolder);
  const rows = plan(suites, { selectors: [], skip: profile.run.skip, levels: profile.run.level }, profile);
  const prospects = new Map(rows.map((row) => [row.requirement, prospectOf(row, profile)]));
  return {
    of: (id) => prospects.get(id) ?? { prospect: "skipped" },
    warnings: unreadFields(profile, [...judgesIn(suites).keys()]),
  };
}

function prospectOf({ requirement, judge, obstacle }: PlannedRow, { pins }: Profile): Prospect {
  if (judge === undefined) {
    const { verdict, ...why } = obstacle;
    return { prospect: verdict, ...why };
  }
  const isJudged = judge.kind === "check" || Object.hasOwn(pins, requirement);
  return { prospect: isJudged ? "judged" : "observed" };
}
