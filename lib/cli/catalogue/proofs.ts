import { isNormative } from "../../engine/requirement/catalogue.ts";
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

const judges: ReadonlyMap<RequirementId, Judge> = new Map(
  sentences.map(({ requirement, path, name }) => [
    requirement.id,
    { kind: isNormative(requirement) ? "check" : "observation", path, name },
  ]),
);

/** The check, rule or observation of a requirement. @throws {Error} for an id that is not in the catalogue */
export function judgeOf(id: RequirementId): Judge {
  const judge = judges.get(id);
  if (judge === undefined) throw new Error(`Cannot find the check of ${id}: it is not in the catalogue`);
  return judge;
}

/** Names of the mutants that prove a requirement. */
export function mutantsOf(id: RequirementId): string[] {
  return mutants.filter(({ breaks }) => breaks === id).map(({ name }) => name);
}
