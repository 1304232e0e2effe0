import { z } from "zod";
import { CAUSES } from "../api/diagnosis/diagnosis.ts";
import { RUN_VERDICTS } from "../engine/run-verdict.ts";
import { REASON_CODES } from "../engine/verdict.ts";

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

const count = z.int().nonnegative();
const durationMs = z.number().nonnegative();
const id = z
  .string()
  .regex(/^[a-z0-9-]+\.[a-z0-9-]+$/)
  .describe("Requirement id, stable");
const sections = z.array(z.string()).describe("Sections of the API document");

const code = z
  .enum(REASON_CODES)
  .optional()
  .describe("Why, stable, while the wording of the reason may change");
const field = z
  .string()
  .optional()
  .describe("The field of the profile that would cover it; the first of several");
const neverReturned = z
  .array(z.string())
  .optional()
  .describe("The fields that the target never returned, of which one was to be read");
const absentFromOlder = "Absent from results of versions that did not tell it";

const check = z.strictObject({
  requirement: id,
  level: z.enum(["stated", "inferred", "advisory", "unspecified", "pinned"]),
  sections,
  area: z.string(),
  text: z.string().optional().describe(`What the server does, in our words. ${absentFromOlder}`),
  because: z
    .string()
    .optional()
    .describe(`How that follows where the document does not say it. ${absentFromOlder}`),
  verdict: z.enum(VERDICTS),
  reason: z.string().optional().describe("Why the verdict is not passed"),
  code,
  field,
  neverReturned,
  violation: z
    .strictObject({
      expected: z.string(),
      actual: z.string(),
      difference: z.string().optional().describe("Where two texts that should be the same differ"),
      exchange: count.optional().describe("Number of the exchange in evidence/<requirement>.json"),
      because: z.array(count).optional().describe("Numbers of the exchanges that the expectation rests on"),
      since: count.optional().describe("Number of the first exchange of the generated case that shows it"),
      alone: z.literal(true).optional().describe("The exchange shows it by itself, whatever came before"),
      during: id.optional().describe("The check during which it was heard, when that is another one"),
    })
    .optional(),
  heardIn: z
    .array(id)
    .optional()
    .describe("Of a check that passed on the answers to others: the checks that asked"),
  counterexample: z.string().optional(),
  generated: z
    .strictObject({ use: z.int().positive(), path: z.string() })
    .optional()
    .describe("Where the counterexample comes from, together with the seed"),
  replay: z.string().optional().describe("The command that shows it again"),
  pin: z
    .strictObject({ file: z.string(), line: z.int().positive() })
    .optional()
    .describe("Of a failure, where the profile pins it"),
  waiver: z
    .strictObject({ reason: z.string(), owner: z.string(), expires: z.iso.date() })
    .optional()
    .describe("Why the failure is accepted, who answers for it, and its last day (UTC)"),
  durationMs,
  requests: count,
});

const observation = z.strictObject({
  requirement: id,
  sections: sections.optional(),
  text: z.string().optional().describe(`What is observed, in our words. ${absentFromOlder}`),
  value: z.json().optional(),
  reason: z.string().optional().describe("Why there is no value"),
  code,
  field,
  neverReturned,
  pinned: z.json().optional(),
});

const waiver = z.strictObject({
  requirement: id,
  reason: z.string(),
  owner: z.string(),
  expires: z.iso.date(),
  file: z.string(),
  line: z.int().positive(),
  state: z
    .enum(["applied", "stale", "expired", "unused"])
    .describe("stale: the requirement passes. unused: it was not judged. stale and expired fail the run"),
});

/** The shape of `conformance.json`; published as `conformance.schema.json`. */
export const runResultSchema = z.strictObject({
  schemaVersion: z.literal(1),
  suite: z.strictObject({ name: z.string(), version: z.string() }),
  target: z.strictObject({ name: z.string(), baseUrl: z.string(), authMode: z.string() }),
  startedAt: z.iso.datetime(),
  durationMs,
  seed: z.int(),
  depth: z.enum(["quick", "standard", "deep"]),
  label: z.string().optional().describe("What the user calls that which is judged: a version, a commit"),
  rejudged: z
    .strictObject({
      from: z.string().describe("Folder of the results of that run"),
      startedAt: z.iso.datetime().describe("When it started"),
    })
    .optional()
    .describe("Which run was judged again; nothing was sent"),
  verdict: z.literal(Object.keys(RUN_VERDICTS)),
  exitCode: count,
  reason: z.string().optional().describe("Why there are no checks, or fewer than were planned"),
  warnings: z
    .array(z.strictObject({ code: z.enum(["unread-field"]), field: z.string(), reason: z.string() }))
    .optional()
    .describe(`What the profile gives to no purpose. ${absentFromOlder}`),
  coverage: z
    .strictObject({
      judged: count,
      binding: count,
      areas: z.array(z.strictObject({ area: z.string(), binding: count, judged: count, uncovered: count })),
    })
    .optional()
    .describe(
      `How many of the requirements that were selected and bind were judged; of an interrupted run, of those that it came to. ${absentFromOlder}`,
    ),
  reasonCode: z
    .enum(CAUSES)
    .optional()
    .describe("What stood in the way of a run that is unreachable; stable"),
  counts: z.strictObject(Object.fromEntries(VERDICTS.map((verdict) => [verdict, count]))),
  requests: z.strictObject({ sent: count, retried: count, rateLimited: count }),
  restored: z.array(
    z.strictObject({
      merchant: z.string(),
      outcome: z.enum(["restored", "nothing to restore", "not restored"]),
      note: z.string().optional(),
    }),
  ),
  checks: z.array(check),
  observations: z.array(observation),
  waivers: z.array(waiver),
});
