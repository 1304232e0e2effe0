import { z } from "zod";
import { orAbsent } from "../../files/fields.ts";
import { REASON_CODES } from "../../engine/requirement/reason-code.ts";

/** A value from a file. It does not change. */
export type Frozen<T> = T extends object ? { readonly [Member in keyof T]: Frozen<T[Member]> } : T;

export const VERDICTS = [
  "passed",
  "failed",
  "waived",
  "warned",
  "observed",
  "inapplicable",
  "uncovered",
  "inconclusive",
  "errored",
] as const;

export const count = z.int().nonnegative();
export const levelSchema = z.enum(["stated", "inferred", "advisory"]);
export const idSchema = z
  .string()
  .regex(/^[a-z0-9-]+\.[a-z0-9-]+$/)
  .describe("Requirement id, stable");

/** One of the codes of this version, or of a later one: whoever looks one up must be ready not to find it. */
export function openCode<T extends string>(codes: readonly T[]): z.ZodType<T> {
  return z.union([z.enum(codes), z.string()]).pipe(z.custom<T>());
}

/** The reason for no verdict, or no value. */
export const noJudgementSchema = z.object({
  code: orAbsent(openCode(REASON_CODES), "Stable code of the reason"),
  field: orAbsent(z.string(), "First field of the profile to add, so that the run can check it"),
  neverReturned: orAbsent(
    z.array(z.string()),
    "Fields that the target never returned. The check reads at least one of them",
  ),
});

/** The acceptance of a failure. */
export const acceptanceSchema = z.object({
  reason: z.string().describe("Reason for the acceptance"),
  owner: z.string().describe("Person or team responsible"),
  expires: z.iso.date().describe("Last day of the waiver, UTC"),
});

export const selectionSchema = z.object({
  selectors: z.array(z.string()).describe("Areas, groups and ids that the run was restricted to"),
  skip: z.array(z.string()).describe("Areas, groups and ids that the run left out"),
  levels: z.array(levelSchema).describe("Levels that the run was restricted to"),
  readOnly: orAbsent(z.literal(true), "Only queries were sent"),
  failedIn: orAbsent(
    z.string(),
    "Id of an earlier run. The selectors name what failed in it, and what that rests on",
  ),
});
