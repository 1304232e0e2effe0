import { existsSync } from "node:fs";
import { meantText } from "../../profile/fields/did-you-mean.ts";
import type { LoadedProfile } from "../../profile/load/load-profile.ts";
import { loadWaivers } from "../../profile/load/load-waivers.ts";
import { ProfileError } from "../../profile/fields/profile-error.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { shownFile } from "../../files/shown-file.ts";
import type { Catalogue } from "../../engine/requirement/catalogue.ts";
import type { Waiver } from "../../engine/record/result.ts";

/**
 * Reads the waivers of a profile. Default: none.
 * @throws {ProfileError} with file and line of every waiver that is unreadable or unknown
 */
export async function knownWaivers(
  { profile: { waivers: file, pins }, at }: Pick<LoadedProfile, "profile" | "at">,
  catalogue: Catalogue,
): Promise<readonly Waiver[]> {
  if (file === null) return [];
  if (!existsSync(file)) {
    const got = `got ${JSON.stringify(shownFile(file))}: no such file; \`waive\` writes one`;
    const message = `expected a file, relative to the profile (${got})`;
    throw new ProfileError([{ ...at(["waivers"]), field: "waivers", message }]);
  }
  return loadWaivers(file, (id) => problemWith(id, pins, catalogue));
}

function problemWith(id: string, pins: Profile["pins"], catalogue: Catalogue): string | undefined {
  const known = catalogue.find(id);
  if (known === undefined) {
    const replacement = catalogue.replacementOf(id);
    const hint = replacement === undefined ? meantText(id, catalogue.ids) : `; ${replacement}`;
    return `expected the id of a requirement (got ${id}${hint})`;
  }
  const { level } = known;
  if (level === "advisory") return `expected a requirement that can fail (${id} is advisory: it only warns)`;
  if (level !== "unspecified" || Object.hasOwn(pins, id)) return undefined;
  return `expected a requirement that can fail (${id} is only observed, unless the profile pins it)`;
}
