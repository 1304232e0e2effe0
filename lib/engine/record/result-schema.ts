import { z } from "zod";
import { orAbsent } from "../../files/fields.ts";
import { REASON_CODES } from "../requirement/reason-code.ts";

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
const noJudgementSchema = z.object({
  code: orAbsent(openCode(REASON_CODES), "Stable code of the reason"),
  field: orAbsent(z.string(), "First field of the profile to add, so that the run can check it"),
  neverReturned: orAbsent(
    z.array(z.string()),
    "Fields that the target never returned. The check reads at least one of them",
  ),
});

/** The acceptance of a failure. */
const acceptanceSchema = z.object({
  reason: z.string().describe("Reason for the acceptance"),
  owner: z.string().describe("Person or team responsible"),
  expires: z.iso.date().describe("Last day of the waiver, UTC"),
});

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

/** The state of a waiver at the end of a run. */
export const waiverSchema = z.object({
  requirement: idSchema,
  ...acceptanceSchema.shape,
  file: z.string().describe("File of the waiver"),
  line: z.int().positive().describe("Line of that file, from 1"),
  state: z
    .enum(["applied", "stale", "expired", "unused"])
    .describe("stale: the requirement passes. unused: it was not checked. stale and expired fail the run"),
});

/** A warning of a run besides its results. */
export const warningSchema = z.object({
  code: openCode([
    "defended",
    "rejects-now-and-then",
    "answered-by-router",
    "clock-set",
    "reads-lag",
    "disables-by-itself",
  ]).describe(
    "Stable code. defended: the target rejected valid requests for some time. rejects-now-and-then: it rejected valid requests, and accepted them on the next attempt. answered-by-router: a page came instead of an answer of the target, and not again. clock-set: a clock was set in the middle of the run. reads-lag: query shows a write late. disables-by-itself: the target disables a webhook soon after each register",
  ),
  reason: z.string().describe("The warning in a sentence. The wording may change"),
});

/** Waiting time of a run for one reason. */
export const waitingSchema = z.object({
  reason: z
    .enum(["asked", "rejected", "lag", "unanswered"])
    .describe(
      "asked: the target asked for it (HTTP 429, 503 with Retry-After, a code of limits.throttledCodes). rejected: to see whether a rejection of a valid request passes. lag: until query shows a write. unanswered: for answers that did not come",
    ),
  seconds: z.number().positive().describe("For this reason, in seconds"),
});

/** The restoration of the configuration of a merchant after the run. */
export const restorationSchema = z.object({
  merchant: z.string().describe("Name of the merchant in the profile"),
  outcome: z
    .enum(["restored", "nothing to restore", "not restored"])
    .describe("Whether the configuration is the same as before the run"),
  note: orAbsent(z.string(), "Doubt about the restoration, or the reason why it failed"),
});

export const requestsSchema = z.object({
  sent: count.describe("All requests"),
  retried: count.describe("Requests sent again after a network failure"),
  rateLimited: count.describe("Waits for a rate limit"),
});
