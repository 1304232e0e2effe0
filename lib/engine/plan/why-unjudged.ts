import type { Area } from "../requirement/catalogue.ts";
import type { Need, Requirement, WhyUnjudged } from "../requirement/requirement.ts";

/** Explains why a requirement cannot be decided on a deployment. Undefined: it can. */
export function whyUnjudged<D>(
  requirement: Requirement<never, D, never>,
  deployment: D,
): WhyUnjudged | undefined {
  const { binds, needs = [], presumes = [] } = requirement;
  if (binds !== undefined && !binds.holds(deployment))
    return { verdict: "inapplicable", code: "does-not-bind", reason: `Applies ${binds.when}.` };
  const presumed = presumes.find(({ isOffered }) => !isOffered(deployment));
  return presumed === undefined ? notOffered(needs, deployment) : presumed.otherwise(deployment);
}

/**
 * Explains why an area does not apply to a deployment that lists its areas. Undefined: it applies.
 * @param group the group of the area; undefined: the area belongs to every deployment
 */
export function notImplemented(
  area: Area,
  group: string | undefined,
  implemented: readonly string[] | undefined,
): WhyUnjudged | undefined {
  if (implemented === undefined || group === undefined) return undefined;
  if (implemented.includes(area) || implemented.includes(group)) return undefined;
  return {
    verdict: "inapplicable",
    code: "not-implemented",
    reason: `The profile does not list ${group} under \`implements\`.`,
    field: "implements",
  };
}

function notOffered<D>(needs: readonly Need<D>[], deployment: D): WhyUnjudged | undefined {
  const missing = needs.filter(({ isOffered }) => !isOffered(deployment));
  const [first] = missing;
  if (first === undefined) return undefined;
  const wanted = missing.map(({ what, field }) => `${what} (${field})`).join(" and ");
  return {
    verdict: "uncovered",
    code: "need-not-offered",
    reason: `Not checked: add ${wanted} to the profile.`,
    field: first.field,
  };
}
