import { didYouMean } from "../../profile/did-you-mean.ts";
import { loadWaivers } from "../../profile/load-waivers.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { type Catalogue, isNormative, strengthOf } from "../../engine/catalogue.ts";
import { findOutside, type RequirementSet } from "../../engine/requirement-set.ts";
import type { Waiver } from "../../engine/waiver.ts";
import { readSets, unknownSet } from "../sets.ts";

/**
 * Reads the waivers of a profile. Default: none.
 * @param set the set of the run. Undefined: every check counts
 * @throws {ProfileError} with file and line of every waiver that is unreadable or unknown
 */
export async function knownWaivers(
  { waivers: file, pins }: Profile,
  catalogue: Catalogue,
  set?: RequirementSet,
): Promise<readonly Waiver[]> {
  if (file === null) return [];
  const sets = readSets();
  return loadWaivers(file, {
    requirement: (id) => problemWith(id, pins, catalogue),
    set(name, id) {
      const named = sets.find((one) => one.name === name);
      return named === undefined ? unknownSet(name, sets) : problemWithSet(named, id, { catalogue, set });
    },
  });
}

/** A waiver accepts the check of its set. A newer or stronger check requires another waiver, if it counts. */
function problemWithSet(
  named: RequirementSet,
  id: string,
  { catalogue, set }: { readonly catalogue: Catalogue; readonly set: RequirementSet | undefined },
): string | undefined {
  const known = catalogue.find(id);
  if (known === undefined || !isNormative(known)) return undefined;
  const strength = strengthOf(known);
  if (set !== undefined && findOutside(set, id, strength) !== undefined) return undefined;
  const outside = findOutside(named, id, strength);
  return (
    outside &&
    `expected a set with this check as it is now (the check is ${outside} than in ${named.name}; \`waive\` renews the waiver)`
  );
}

function problemWith(id: string, pins: Profile["pins"], catalogue: Catalogue): string | undefined {
  const known = catalogue.find(id);
  if (known === undefined) {
    const meant = didYouMean(id, catalogue.ids);
    return `expected the id of a requirement (got ${id}${meant === undefined ? "" : `; did you mean ${meant}?`})`;
  }
  const { level } = known;
  if (level === "advisory") return `expected a requirement that can fail (${id} is advisory: it only warns)`;
  if (level !== "unspecified" || Object.hasOwn(pins, id)) return undefined;
  return `expected a requirement that can fail (${id} is only observed, unless the profile pins it)`;
}
