import { type AnyRequirement, isDecided } from "../../engine/requirement/catalogue.ts";
import type { Requirement } from "../../engine/requirement/requirement.ts";
import type { RunWarning } from "../../engine/record/result.ts";
import { lastingOperation, operationField, SECTIONS } from "./needs.ts";
import type { Profile } from "../schema/profile-schema.ts";

type Row = AnyRequirement & Pick<Requirement<never, Profile, never>, "needs">;

/** Finds fields of a profile that no check reads yet. */
export function unreadFields(profile: Profile, requirements: readonly Row[]): RunWarning[] {
  const read = requirements.filter(isDecided).flatMap(({ needs = [] }) => needs);
  const isRead = (field: string) => read.some((need) => need.field === field);
  const isReadIn = (operation: string) =>
    isRead(operationField(operation)) || isRead(lastingOperation(operation).field);
  const given = SECTIONS.filter(({ isOffered }) => isOffered(profile)).map(({ field }) => field);
  const operations = Object.keys(profile.operations);
  return [
    ...given.filter((field) => !isRead(field)),
    ...operations
      .filter((name) => !isReadIn(name) && !isReadIn(areaOf(name)))
      .map((name) => operationField(name)),
  ].map((field) => ({
    code: "unread-field",
    field,
    reason: `The profile sets ${field}, but no check of this version reads it.`,
  }));
}

function areaOf(operation: string): string {
  return operation.slice(0, Math.max(operation.indexOf("/"), 0));
}
