import { isDecided, isNormative } from "../../engine/catalogue.ts";
import type { RequirementId } from "../../engine/requirement.ts";
import { mutants } from "../mutants.ts";
import { sentences } from "../catalogue.ts";

/** What decides about a requirement, or observes it. */
export interface Judge {
  readonly kind: "check" | "observation";
  /** Below `suites/`, for example `webhook/register/requirements.ts`. */
  readonly path: string;
  /** Its name there. */
  readonly name: string;
}

/** What decides every requirement that this version can decide or observe. */
export const judges: ReadonlyMap<RequirementId, Judge> = new Map(
  sentences
    .filter(({ requirement }) => isDecided(requirement))
    .map(({ requirement, path, name }) => [
      requirement.id,
      { kind: isNormative(requirement) ? "check" : "observation", path, name },
    ]),
);

/** Names of the broken servers that a requirement is proved with. */
export function mutantsOf(id: RequirementId): string[] {
  return mutants.filter(({ breaks }) => breaks === id).map(({ name }) => name);
}
