import { areaOf, type Catalogue, isNormative } from "../requirement/catalogue.ts";
import { notImplemented, whyUnjudged } from "./why-unjudged.ts";
import type { Level, Requirement, WhyUnjudged } from "../requirement/requirement.ts";
import type { GeneratedCase } from "../record/result.ts";
import { isSelected, selectsRequirement } from "../requirement/selector.ts";

/** The selection of a run. Its selectors are valid, see {@link selects}. */
export interface Selection {
  /** Empty: the whole catalogue. */
  readonly selectors: readonly string[];
  readonly skip: readonly string[];
  /** Only checks of these levels, and no observations. Empty: all levels. An observing run has no levels. */
  readonly levels?: readonly Level[];
  /** Only observations, without rules beside them. */
  readonly observing?: boolean;
}

/** The part of a deployment that lists its areas and groups of areas. */
export interface Implementation {
  /** Default: all areas. */
  readonly implements?: readonly string[];
}

/** A requirement of a run, and the reason if it cannot be decided. */
export interface PlannedRow<R> {
  readonly requirement: R;
  readonly why: WhyUnjudged | undefined;
  /** Not selected, but it reads the answers to others or brings them about, and reports only faults. */
  readonly unselected: boolean;
  /** Checks only this generated case. */
  readonly only?: GeneratedCase;
}

/**
 * Orders the selected requirements of the catalogue. First those that the run cannot decide, then checks in
 * the order of the catalogue, those that spend a state last, then observations, then the checks that come last, and then the rules, which
 * have seen all answers by then. If nothing selected can be decided, no unselected rule is added.
 */
export function plan<D extends Implementation, R extends Requirement<never, D, never>>(
  catalogue: Catalogue<R>,
  { selectors, skip, levels = [], observing = false }: Selection,
  deployment: D,
): PlannedRow<R>[] {
  const whyNot = (one: R) => {
    const area = areaOf(one.id);
    return (
      notImplemented(area, catalogue.groups.get(area), deployment.implements) ?? whyUnjudged(one, deployment)
    );
  };
  const rows = catalogue.requirements
    .filter((one) => (observing ? !isNormative(one) : levels.length === 0 || levels.includes(one.level)))
    .filter((one) => !skip.some((skipped) => selectsRequirement(skipped, one, catalogue)))
    .map((requirement): PlannedRow<R> => ({
      requirement,
      unselected: !isSelected(selectors, requirement, catalogue),
      why: whyNot(requirement),
    }))
    .toSorted((a, b) => PHASES.indexOf(phaseOf(a)) - PHASES.indexOf(phaseOf(b)));
  const asked = rows.flatMap(({ requirement, unselected, why }) => (unselected || why ? [] : [requirement]));
  const isNeeded = (one: R) => (isListener(one) ? asked.length > 0 : accompanies(one, asked, catalogue));
  return rows.filter(({ requirement, unselected, why }) => !unselected || (!why && isNeeded(requirement)));
}

/** Whether selected rules hear too little without the answers to a check that is not selected. */
function accompanies<R extends Requirement<never, never, never>>(
  { accompanies: areas = [] }: R,
  asked: readonly R[],
  catalogue: Catalogue<R>,
): boolean {
  const isHeard = (rule: R) => areas.some((area) => selectsRequirement(area, rule, catalogue));
  return asked.some((one) => isListener(one) && isHeard(one)) && !asked.some(({ spends }) => spends);
}

export type AnyPlannedRow = PlannedRow<Requirement<never, never, never>>;

const PHASES = ["unjudged", "check", "spending", "observation", "last", "rule", "listener"] as const;

/** A part of a run. */
export type PlanPhase = (typeof PHASES)[number];

/** The part of a run in which a row is decided. */
export function phaseOf({ requirement, why }: AnyPlannedRow): PlanPhase {
  if (why !== undefined) return "unjudged";
  if (isListener(requirement)) return "listener";
  if (requirement.rule !== undefined) return "rule";
  if (requirement.last === true) return "last";
  if (requirement.spends === true) return "spending";
  return isNormative(requirement) ? "check" : "observation";
}

/** Whether a requirement sends no requests itself. */
function isListener({ rule, check }: Requirement<never, never, never>): boolean {
  return rule !== undefined && check === undefined;
}
