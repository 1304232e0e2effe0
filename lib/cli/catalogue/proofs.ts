import { isDecided, isNormative } from "../../engine/requirement/catalogue.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import { mutants } from "../mutants.ts";
import { sentences } from "../catalogue.ts";

/** The check, rule or observation of a requirement. */
export interface Judge {
  readonly kind: "check" | "observation";
  /** Below `suites/`, for example `webhook/register/requirements.ts`. */
  readonly path: string;
  /** The name of the constant in that file. */
  readonly name: string;
}

/** The check, rule or observation of every requirement that has one in this version. */
export const judges: ReadonlyMap<RequirementId, Judge> = new Map(
  sentences
    .filter(({ requirement }) => isDecided(requirement))
    .map(({ requirement, path, name }) => [
      requirement.id,
      { kind: isNormative(requirement) ? "check" : "observation", path, name },
    ]),
);

/** Names of the mutants that prove a requirement. */
export function mutantsOf(id: RequirementId): string[] {
  return mutants.filter(({ breaks }) => breaks === id).map(({ name }) => name);
}
