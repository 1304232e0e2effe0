import { catalogue } from "../../lib/cli/catalogue.ts";
import { isNormative, strengthOf } from "../../lib/engine/catalogue.ts";
import type { RequirementSet } from "../../lib/engine/requirement-set.ts";

/**
 * Builds a set of the present catalogue, in the order of ids.
 * @param without ids of requirements that are newer than the date
 */
export function presentSet(name: string, without: readonly string[] = []): RequirementSet {
  const checks = catalogue.requirements.filter((one) => isNormative(one) && !without.includes(one.id));
  const entries = checks.map((one): [string, number] => [one.id, strengthOf(one)]);
  return { name, requirements: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}
