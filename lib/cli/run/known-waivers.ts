import { didYouMean } from "../../profile/did-you-mean.ts";
import { loadWaivers, type Waiver } from "../../profile/load-waivers.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import type { Catalogue } from "../../engine/catalogue.ts";

/** A waiver of a requirement whose failure can be accepted. */
export type KnownWaiver = Waiver;

/**
 * The waivers of a profile, none when it names no file.
 * @throws {ProfileError} with file and line of every waiver that cannot be read or waives nothing.
 */
export async function knownWaivers(
  { waivers: file, pins }: Profile,
  catalogue: Catalogue,
): Promise<readonly KnownWaiver[]> {
  if (file === null) return [];
  return loadWaivers(file, (requirement) => problemWith(requirement, pins, catalogue));
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
