import { isNormative, strengthOf } from "../../engine/catalogue.ts";
import { findOutside, type RequirementSet } from "../../engine/requirement-set.ts";
import { toJson } from "../../reporters/to-json.ts";
import { catalogue } from "../catalogue.ts";
import { readSets } from "../sets.ts";

/** Lists the sets that `run --set` accepts as text or JSON, the oldest first, with the checks outside of each. */
export function listSets({ json = false }: { readonly json?: boolean } = {}): string {
  const sets = readSets().map((set) => ({ ...set, ...outsideOf(set) }));
  if (json) return toJson(sets);
  const lines = sets.map(
    ({ name, requirements, newer, stronger }) =>
      `${name}  ${Object.keys(requirements).length} requirements; newer in this version: ${newer.length}, stronger: ${stronger.length}`,
  );
  return `${[...lines, `${sets.length} sets; run --set <name> uses one`].join("\n")}\n`;
}

/** The checks of this version that do not count in a set. */
function outsideOf(set: RequirementSet): { readonly newer: string[]; readonly stronger: string[] } {
  const checks = catalogue.requirements.filter(isNormative);
  const those = (how: "newer" | "stronger") =>
    checks.filter((one) => findOutside(set, one.id, strengthOf(one)) === how).map(({ id }) => id);
  return { newer: those("newer"), stronger: those("stronger") };
}
