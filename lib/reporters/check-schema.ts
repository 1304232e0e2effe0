import { z } from "zod";
import {
  ABSENT_FROM_OLDER,
  acceptanceSchema,
  count,
  idSchema,
  levelSchema,
  noJudgementSchema,
  VERDICTS,
} from "./result-fields.ts";

const violation = z.strictObject({
  expected: z.string().describe("What the document admits"),
  actual: z.string().describe("What came instead"),
  difference: z.string().optional().describe("Where two texts that should be the same differ"),
  exchange: count.optional().describe("Number of the exchange in evidence/<requirement>.json"),
  alone: z.literal(true).optional().describe("The exchange shows it by itself, whatever came before"),
  because: z.array(count).optional().describe("Numbers of the exchanges that the expectation rests on"),
  since: count.optional().describe("Number of the first exchange of the generated case that shows it"),
  during: idSchema.optional().describe("The check during which it was heard, when that is another one"),
});

/** One entry of `checks`. */
export const checkSchema = z.strictObject({
  requirement: idSchema,
  text: z
    .string()
    .optional()
    .describe(`What the server does, in our words, which may change. ${ABSENT_FROM_OLDER}`),
  because: z
    .string()
    .optional()
    .describe(`How that follows where the document does not say it. ${ABSENT_FROM_OLDER}`),
  level: z
    .enum([...levelSchema.options, "unspecified", "pinned"])
    .describe("How strongly the document binds; pinned: the profile fixes it"),
  sections: z.array(z.string()).describe("Sections of the API document"),
  area: z.string().describe("The beginning of the id"),
  verdict: z
    .enum(VERDICTS)
    .describe("What became of it; only passed is green, only failed accuses the target"),
  reason: z.string().optional().describe("Why the verdict is not passed"),
  ...noJudgementSchema.shape,
  violation: violation.optional().describe("What shows that the requirement is broken"),
  heardIn: z
    .array(idSchema)
    .optional()
    .describe("Of a check that passed on the answers to others: the checks that asked"),
  follows: z
    .array(idSchema)
    .optional()
    .describe(
      "Of a failure, or of a check that was prevented: the root failures that explain it. A failure without it is a root",
    ),
  counterexample: z.string().optional().describe("The smallest generated input that shows it"),
  generated: z
    .strictObject({
      use: z.int().positive().describe("Which of the check's generators, from 1"),
      path: z.string().describe("Path of the input, as fast-check takes it"),
    })
    .optional()
    .describe("Where the counterexample comes from, together with the seed"),
  replay: z.string().optional().describe("The command that shows it again"),
  pin: z
    .strictObject({
      file: z.string().describe("Where it stands"),
      line: z.int().positive().describe("Line of that file, from 1"),
    })
    .optional()
    .describe("Of a failure, where the profile pins it"),
  waiver: acceptanceSchema
    .optional()
    .describe("Why the failure is accepted, who answers for it, and its last day (UTC)"),
  durationMs: z.number().nonnegative().describe("Time that the check took, in milliseconds"),
  requests: count.describe("Requests that it sent itself"),
});

/** One entry of `observations`. */
export const observationSchema = z.strictObject({
  requirement: idSchema,
  sections: z.array(z.string()).optional().describe("Sections of the API document"),
  text: z.string().optional().describe(`What is observed, in our words. ${ABSENT_FROM_OLDER}`),
  value: z.json().optional().describe("What was seen; absent when nothing could be"),
  reason: z.string().optional().describe("Why there is no value"),
  ...noJudgementSchema.shape,
  pinned: z.json().optional().describe("What the profile says it is"),
});
