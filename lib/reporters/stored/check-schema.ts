import { z } from "zod";
import { orAbsent } from "../../files/fields.ts";
import {
  acceptanceSchema,
  count,
  idSchema,
  levelSchema,
  noJudgementSchema,
  VERDICTS,
} from "./result-fields.ts";

const violation = z.object({
  expected: z.string().describe("Expected answer, or several admissible ones"),
  actual: z.string().describe("Actual answer"),
  difference: orAbsent(z.string(), "Difference between two texts that should be the same"),
  exchange: orAbsent(count, "Number of the exchange in evidence/<requirement>.json"),
  alone: orAbsent(z.literal(true), "The exchange shows the failure alone, without earlier ones"),
  because: orAbsent(z.array(count), "Numbers of the exchanges on which the expectation is based"),
  since: orAbsent(count, "Number of the first exchange of the generated case that shows the failure"),
  during: orAbsent(idSchema, "The check during which the failure appeared, if it is another one"),
});

export const checkSchema = z.object({
  requirement: idSchema,
  text: z.string().describe("The requirement in our words. The wording may change"),
  because: orAbsent(z.string(), "Explains how an inferred requirement follows from the document"),
  level: z
    .enum([...levelSchema.options, "unspecified", "pinned"])
    .describe("Level of the requirement. pinned: the profile fixes it"),
  sections: z.array(z.string()).describe("Sections of the API document"),
  area: z.string().describe("The beginning of the id"),
  verdict: z.enum(VERDICTS).describe("Verdict. Only passed is a success, and only failed accuses the target"),
  reason: orAbsent(z.string(), "Reason for a verdict other than passed"),
  ...noJudgementSchema.shape,
  violation: orAbsent(violation, "Evidence of the failure"),
  heardIn: orAbsent(z.array(idSchema), "The checks whose answers decided this check"),
  follows: orAbsent(
    z.array(idSchema),
    "Root failures that explain this failure or this unchecked requirement. A failure without it is a root",
  ),
  counterexample: orAbsent(z.string(), "Smallest generated input that shows the failure"),
  generated: orAbsent(
    z.object({
      use: z.int().positive().describe("Number of the generator of the check, from 1"),
      path: z.string().describe("Path of the input, as fast-check takes it"),
    }),
    "Source of the counterexample, together with the seed",
  ),
  replay: orAbsent(z.string(), "Command that reproduces the failure"),
  pin: orAbsent(
    z.object({
      file: z.string().describe("File of the pin"),
      line: z.int().positive().describe("Line of that file, from 1"),
    }),
    "Place of the pin in the profile",
  ),
  waiver: orAbsent(acceptanceSchema, "Reason, owner and last day (UTC) of the accepted failure"),
  durationMs: z.number().nonnegative().describe("Time that the check took, in milliseconds"),
  requests: count.describe("Requests that the check sent itself"),
});

const observed = z.json().transform((value): unknown => value);

export const observationSchema = z.object({
  requirement: idSchema,
  sections: z.array(z.string()).describe("Sections of the API document"),
  text: z.string().describe("The observation in our words. The wording may change"),
  value: orAbsent(
    observed,
    "Observed parts: `value` has the value of each, `stable` says whether none varies, and `varies`, `once` and `unseen` name the parts that vary, were seen once, or have no value. Absent: nothing was observed",
  ),
  reason: orAbsent(z.string(), "Reason for the missing value"),
  ...noJudgementSchema.shape,
  pinned: orAbsent(observed, "Value that the profile pins"),
});
