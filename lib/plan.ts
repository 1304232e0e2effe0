import { isAmbient, isJudge, type Check, type Observation } from "./check.ts";
import { type Obstacle, obstacleOf, obstacleWithoutJudge } from "./plan/obstacle.ts";
import type { Profile } from "./profile/profile-schema.ts";
import { catalogue, isNormative, requirementIds, type RequirementId } from "./requirements/catalogue.ts";
import type { Level } from "./requirements/requirement.ts";
import { areaGroups, type AreaGroups, selects } from "./selector.ts";

/** A module of the suites: where it stands below `suites/`, and what it exports. */
export interface SuiteModule {
  /** For example `webhook/register.ts`. */
  readonly path: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** What a run is asked to judge. Selectors are known to be good, see {@link selects}. */
export interface Selection {
  /** Empty: everything. */
  readonly selectors: readonly string[];
  readonly skip: readonly string[];
  /** Only checks of these levels, and no observation; empty: everything. An observing run has no levels. */
  readonly levels?: readonly Level[];
  /** Only observations, without anybody who judges beside them. */
  readonly observing?: boolean;
}

/** A requirement of a run, with what decides it, or why nothing will. */
export type PlannedRow = {
  readonly requirement: RequirementId;
  /** Not selected, but it hears what the others see: it speaks only when something is wrong. */
  readonly bystander: boolean;
} & (
  | { readonly judge: Check | Observation; readonly obstacle?: undefined }
  | { readonly judge?: undefined; readonly obstacle: Obstacle }
);

/**
 * Every selected requirement of the catalogue, in the order in which a run comes to it: first those that it cannot
 * judge, then checks in the order of the catalogue, then observations, then ambient checks, which have heard everybody
 * else by then. Where nothing that was selected can be judged, nobody stands by.
 */
export function plan(
  modules: readonly SuiteModule[],
  { selectors, skip, levels = [], observing = false }: Selection,
  profile: Profile,
): PlannedRow[] {
  const groups = areaGroups(modules.map(({ path }) => path));
  const judges = judgesIn(modules);
  const rows = requirementIds
    .filter((id) => (observing ? !isNormative(id) : isOfLevel(id, levels)))
    .filter((id) => !skip.some((skipped) => selects(skipped, id, groups)))
    .map((id) => planned(id, !isSelected(id, groups, selectors), judges.get(id), profile))
    .filter(({ bystander, judge }) => !bystander || (judge !== undefined && isAmbient(judge)))
    .toSorted((a, b) => phase(a) - phase(b));
  const asks = rows.some(({ bystander, judge }) => judge !== undefined && !bystander);
  return rows.filter(({ bystander }) => asks || !bystander);
}

/** The checks and observations of the suites by what they decide. */
export function judgesIn(modules: readonly SuiteModule[]): ReadonlyMap<RequirementId, Check | Observation> {
  const judges = modules.flatMap(({ exports }) => Object.values(exports).filter(isJudge));
  return new Map(judges.map((judge) => [judge.requirement, judge]));
}

function planned(
  requirement: RequirementId,
  bystander: boolean,
  judge: Check | Observation | undefined,
  profile: Profile,
): PlannedRow {
  const row = { requirement, bystander };
  if (judge === undefined) return { ...row, obstacle: obstacleWithoutJudge(requirement, profile) };
  const obstacle = obstacleOf(requirement, profile);
  return obstacle === undefined ? { ...row, judge } : { ...row, obstacle };
}

function isOfLevel(id: RequirementId, levels: readonly Level[]): boolean {
  return levels.length === 0 || levels.includes(catalogue[id].level);
}

function isSelected(id: RequirementId, groups: AreaGroups, selectors: readonly string[]): boolean {
  return selectors.length === 0 || selectors.some((selector) => selects(selector, id, groups));
}

function phase({ judge }: PlannedRow): number {
  if (judge === undefined) return 0;
  if (isAmbient(judge)) return 3;
  return judge.kind === "observation" ? 2 : 1;
}
