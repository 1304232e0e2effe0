import { areaOf, type Catalogue, isNormative } from "./catalogue.ts";
import { isListener } from "./is-listener.ts";
import { notImplemented, whyUnjudged } from "./why-unjudged.ts";
import type { Level, Requirement, WhyUnjudged } from "./requirement.ts";
import type { GeneratedCase } from "./result.ts";
import { selects } from "./selector.ts";

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

/** The part of a deployment that says which areas and groups of areas it offers. */
export interface Implementation {
  /** Default: all of them. */
  readonly implements?: readonly string[];
}

/** A requirement of a run, and why nothing will decide it, if nothing will. */
export interface PlannedRow<R> {
  readonly requirement: R;
  readonly why: WhyUnjudged | undefined;
  /** Not selected, but it hears what the others see: it speaks only when something is wrong. */
  readonly unselected: boolean;
  /** Judge it by this generated case alone. */
  readonly only?: GeneratedCase;
}

/**
 * Every selected requirement of the catalogue, in the order in which a run comes to it: first those that it cannot
 * judge, then checks in the order of the catalogue, then observations, then what comes last: rules among it, which
 * have heard everybody else by then. Where nothing that was selected can be judged, nobody stands by.
 */
export function plan<D extends Implementation, R extends Requirement<never, D, never>>(
  catalogue: Catalogue<R>,
  { selectors, skip, levels = [], observing = false }: Selection,
  deployment: D,
): PlannedRow<R>[] {
  const isMeant = (selector: string, one: R) => selects(selector, one, catalogue.groups);
  const isSelected = (one: R) =>
    selectors.length === 0 || selectors.some((selector) => isMeant(selector, one));
  const whyNot = (one: R) => {
    const area = areaOf(one.id);
    return (
      notImplemented(area, catalogue.groups.get(area), deployment.implements) ?? whyUnjudged(one, deployment)
    );
  };
  const rows = catalogue.requirements
    .filter((one) => (observing ? !isNormative(one) : levels.length === 0 || levels.includes(one.level)))
    .filter((one) => !skip.some((skipped) => isMeant(skipped, one)))
    .map((requirement): PlannedRow<R> => ({
      requirement,
      unselected: !isSelected(requirement),
      why: whyNot(requirement),
    }))
    .filter(({ unselected, why, requirement }) => !unselected || (!why && isListener(requirement)))
    .toSorted((a, b) => phase(a) - phase(b));
  const asks = rows.some(({ unselected, why }) => why === undefined && !unselected);
  return rows.filter(({ unselected }) => asks || !unselected);
}

function phase({ requirement, why }: PlannedRow<Requirement<never, never, never>>): number {
  if (why !== undefined) return 0;
  if (requirement.rule !== undefined || requirement.last === true) return 3;
  return isNormative(requirement) ? 1 : 2;
}
