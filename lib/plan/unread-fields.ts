import type { Profile } from "../profile/profile-schema.ts";
import { catalogue, type RequirementId } from "../requirements/catalogue.ts";
import type { Need } from "../requirements/requirement.ts";
import type { RunWarning } from "../result.ts";
import { isOperationFor, MEANS, operationField } from "./needs.ts";

/**
 * The fields of a profile that are filled in and that nothing reads yet.
 * @param judged the requirements that this version has a check or an observation of
 */
export function unreadFields(profile: Profile, judged: readonly RequirementId[]): RunWarning[] {
  const read = new Set<Need>(judged.flatMap((id) => catalogue[id].needs ?? []));
  const means = Object.entries(MEANS).filter(([, { isOffered }]) => isOffered(profile));
  const operations = Object.keys(profile.operations);
  return [
    ...means.filter(([need]) => ![...read].some((one) => one === need)).map(([, { field }]) => field),
    ...operations
      .filter((name) => ![...read].some((need) => isOperationFor(name, need)))
      .map((name) => operationField(name)),
  ].map((field) => ({
    code: "unread-field",
    field,
    reason: `The profile gives ${field}, and this version has no check that reads it.`,
  }));
}
