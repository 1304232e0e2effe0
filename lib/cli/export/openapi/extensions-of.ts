import { isNormative } from "../../../engine/requirement/catalogue.ts";
import type { Profile } from "../../../profile/schema/profile-schema.ts";
import type { Requirement } from "../../../session/requirement.ts";
import { catalogue } from "../../catalogue.ts";

/** Answers that a profile fixes, by the id of the observation. */
type Pins = Profile["pins"];

/** Ids of the requirements and observations about a part of the document. */
export interface Extensions {
  readonly "x-requirements": readonly string[];
  readonly "x-observations": readonly string[];
  readonly "x-pinned"?: Pins;
}

/** The requirements and observations of the catalogue about one part, with the pins of a profile. */
export function extensionsOf(isAbout: (row: Requirement) => boolean, pins: Pins): Extensions {
  const rows = catalogue.requirements.filter((row) => isAbout(row));
  const pinned = idsOf(rows).flatMap((id) =>
    Object.hasOwn(pins, id) ? [[id, pins[id] ?? null] as const] : [],
  );
  return {
    "x-requirements": idsOf(rows.filter((row) => isNormative(row))),
    "x-observations": idsOf(rows.filter((row) => !isNormative(row))),
    ...(pinned.length > 0 && { "x-pinned": Object.fromEntries(pinned) }),
  };
}

function idsOf(rows: readonly Requirement[]): readonly string[] {
  return rows.map(({ id }) => id);
}
