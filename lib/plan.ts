import { isAmbient, isJudge, type Check, type Observation } from "./check.ts";
import { requirementIds, type RequirementId } from "./requirements/catalogue.ts";
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
  /** Only observations, without anybody who judges beside them. */
  readonly observing?: boolean;
}

export interface PlannedJudge {
  readonly judge: Check | Observation;
  /** Not selected, but it hears what the others see: it speaks only when something is wrong. */
  readonly bystander: boolean;
}

/**
 * The checks and observations of a run in the order in which they run: checks in the order of the catalogue,
 * then observations, then ambient checks, which have heard everybody else by then.
 */
export function plan(
  modules: readonly SuiteModule[],
  { selectors, skip, observing = false }: Selection,
): PlannedJudge[] {
  const groups = areaGroups(modules.map(({ path }) => path));
  const planned = modules
    .flatMap(({ exports }) => Object.values(exports).filter(isJudge))
    .filter(({ kind }) => !observing || kind === "observation")
    .filter(({ requirement }) => !skip.some((skipped) => selects(skipped, requirement, groups)))
    .map((judge) => ({ judge, bystander: !isSelected(judge.requirement, groups, selectors) }))
    .filter(({ judge, bystander }) => !bystander || isAmbient(judge));
  return planned.toSorted(
    (a, b) => phase(a) - phase(b) || position(a.judge.requirement) - position(b.judge.requirement),
  );
}

function isSelected(id: RequirementId, groups: AreaGroups, selectors: readonly string[]): boolean {
  return selectors.length === 0 || selectors.some((selector) => selects(selector, id, groups));
}

function phase({ judge }: PlannedJudge): number {
  if (isAmbient(judge)) return 2;
  return judge.kind === "observation" ? 1 : 0;
}

function position(id: RequirementId): number {
  return requirementIds.indexOf(id);
}
