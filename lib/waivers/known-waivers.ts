import { didYouMean } from "../profile/did-you-mean.ts";
import { loadWaivers, type Waiver } from "../profile/load-waivers.ts";
import type { Profile } from "../profile/profile-schema.ts";
import { catalogue, isRequirementId, requirementIds, type RequirementId } from "../requirements/catalogue.ts";

/** A waiver of a requirement whose failure can be accepted. */
export interface KnownWaiver extends Waiver {
  readonly requirement: RequirementId;
}

/**
 * The waivers of a profile, none when it names no file.
 * @throws {ProfileError} with file and line of every waiver that cannot be read or waives nothing.
 */
export async function knownWaivers({ waivers: file, pins }: Profile): Promise<readonly KnownWaiver[]> {
  if (file === null) return [];
  const waivers = await loadWaivers(file, (requirement) => problemWith(requirement, pins));
  return waivers.filter(isKnown);
}

function problemWith(id: string, pins: Profile["pins"]): string | undefined {
  if (!isRequirementId(id)) {
    const meant = didYouMean(id, requirementIds);
    return `expected the id of a requirement (got ${id}${meant === undefined ? "" : `; did you mean ${meant}?`})`;
  }
  const { level } = catalogue[id];
  if (level === "advisory") return `expected a requirement that can fail (${id} is advisory: it only warns)`;
  if (level !== "unspecified" || Object.hasOwn(pins, id)) return undefined;
  return `expected a requirement that can fail (${id} is only observed, unless the profile pins it)`;
}

function isKnown(waiver: Waiver): waiver is KnownWaiver {
  return isRequirementId(waiver.requirement);
}
