import { z } from "zod";
import { REASON_CODES } from "../engine/reason-code.ts";

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

export const ABSENT_FROM_OLDER = "Absent from results of versions that did not tell it";

export const count = z.int().nonnegative();
export const levelSchema = z.enum(["stated", "inferred", "advisory"]);
export const idSchema = z
  .string()
  .regex(/^[a-z0-9-]+\.[a-z0-9-]+$/)
  .describe("Requirement id, stable");

/** Why there is no judgement, or no value. */
export const noJudgementSchema = z.strictObject({
  code: z.enum(REASON_CODES).optional().describe("Why, stable, while the wording of the reason may change"),
  field: z.string().optional().describe("The field of the profile that would cover it; the first of several"),
  neverReturned: z
    .array(z.string())
    .optional()
    .describe("The fields that the target never returned, of which one was to be read"),
});

/** Why a failure is accepted. */
export const acceptanceSchema = z.strictObject({
  reason: z.string().describe("Why the failure is accepted"),
  owner: z.string().describe("Who answers for it"),
  expires: z.iso.date().describe("Its last day, UTC"),
});
