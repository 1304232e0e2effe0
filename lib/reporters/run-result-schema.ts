import { z } from "zod";
import { CAUSES } from "../api/diagnosis/cause.ts";
import { RUN_VERDICTS } from "../engine/run-verdict.ts";
import { checkSchema, observationSchema } from "./check-schema.ts";
import {
  ABSENT_FROM_OLDER,
  acceptanceSchema,
  count,
  idSchema,
  levelSchema,
  VERDICTS,
} from "./result-fields.ts";

/** The name of the schema of `conformance.json`; another shape has another number. */
export const RESULT_SCHEMA_ID = "urn:card-issuing-conformance:result:1";

const waiver = z.strictObject({
  requirement: idSchema,
  ...acceptanceSchema.shape,
  file: z.string().describe("Where it stands"),
  line: z.int().positive().describe("Line of that file, from 1"),
  state: z
    .enum(["applied", "stale", "expired", "unused"])
    .describe("stale: the requirement passes. unused: it was not judged. stale and expired fail the run"),
});

const baseline = z.strictObject({
  path: z.string().describe("The results of the earlier run, as the user named them"),
  known: z.array(idSchema).describe("Root failures of this run that also fail in the baseline"),
  new: z.array(idSchema).describe("Root failures of this run that do not fail in the baseline"),
  checkedLess: z.array(z.string()).describe("How this run checked less than the baseline, in sentences"),
  exitCode: count.describe("Exit code of the command. The other exitCode follows from the verdict alone"),
});

const areaCoverage = z.strictObject({
  area: z.string().describe("A chapter of the catalogue, the beginning of its ids"),
  binding: count.describe("How many of its requirements were selected and bind"),
  judged: count.describe("How many of those passed, failed, warned or were waived"),
  uncovered: count.describe("How many of those this version, the profile or the target offers no means for"),
});

const operationCoverage = z.strictObject({
  operation: z.string().describe("Its path below /abc/v1/, or its area where the document names no path"),
  state: z
    .enum(["judged", "refused", "observed", "uncovered"])
    .describe(
      "judged: a valid call was granted. refused: it was answered, and shows nothing of a success. observed: only an empty body was tried. uncovered: it was not called",
    ),
  field: z.string().optional().describe("The field of the profile that would cover it"),
});

/** The shape of `conformance.json`; published as `conformance.schema.json`. */
export const runResultSchema = z.strictObject({
  $schema: z.literal(RESULT_SCHEMA_ID).optional().describe(`Name of this schema. ${ABSENT_FROM_OLDER}`),
  schemaVersion: z.literal(1).describe("Number of this shape; members may be added within it"),
  runId: z
    .string()
    .optional()
    .describe(`Of this run alone; it stands in the callback URLs that it registered. ${ABSENT_FROM_OLDER}`),
  suite: z
    .strictObject({
      name: z.string().describe("Name of the package"),
      version: z.string().describe("Its version"),
    })
    .describe("What judged"),
  target: z
    .strictObject({
      name: z.string().describe("What the profile calls it"),
      baseUrl: z.string().describe("Address below which /abc/v1 lies"),
      authMode: z.string().describe("api-key or signed"),
    })
    .describe("What was judged"),
  startedAt: z.iso.datetime().describe("When the run started, UTC"),
  endedAt: z.iso.datetime().optional().describe(`When it ended, UTC. ${ABSENT_FROM_OLDER}`),
  durationMs: z
    .number()
    .nonnegative()
    .describe("Time from the first look at the target until it was left, in milliseconds"),
  seed: z.int().describe("Seed of the generated cases"),
  depth: z.enum(["quick", "standard", "deep"]).describe("How many generated cases each check tried"),
  label: z.string().optional().describe("What the user calls that which is judged: a version, a commit"),
  levels: z
    .array(levelSchema)
    .optional()
    .describe("The levels of which requirements were judged, and nothing observed; all, when absent"),
  selection: z
    .strictObject({
      selectors: z.array(z.string()).describe("Areas, groups and ids that the run was restricted to"),
      skip: z.array(z.string()).describe("Areas, groups and ids that the run left out"),
      levels: z.array(levelSchema).describe("Levels that the run was restricted to"),
      readOnly: z.literal(true).optional().describe("Only queries were sent"),
    })
    .optional()
    .describe(
      `The part of the catalogue that the run was asked to check; empty lists: all of it. ${ABSENT_FROM_OLDER}`,
    ),
  verdict: z.literal(Object.keys(RUN_VERDICTS)).describe("What the run says of the target as a whole"),
  exitCode: count.describe("Exit code of the command, told by the verdict alone"),
  baseline: baseline.optional().describe("Present if the run was given a baseline (--baseline)"),
  reason: z.string().optional().describe("Why there are no checks, or fewer than were planned"),
  warnings: z
    .array(
      z.strictObject({
        code: z
          .enum(["unread-field", "defended", "rejects-now-and-then", "clock-set", "reads-lag"])
          .describe(
            "What it is, stable. unread-field: the profile gives what no check reads. defended: the target refused valid requests for a while. rejects-now-and-then: it rejected valid requests that it accepted at once when they were sent again. clock-set: a clock was set in the middle of the run. reads-lag: query shows a write late",
          ),
        field: z
          .string()
          .optional()
          .describe("The field of the profile; absent where the warning is about the target"),
        reason: z.string().describe("The same in a sentence; its wording may change"),
      }),
    )
    .optional()
    .describe(
      `What is told beside the checks: of the profile, and of what the target did by itself. ${ABSENT_FROM_OLDER}`,
    ),
  coverage: z
    .strictObject({
      judged: count.describe("How many passed, failed, warned or were waived"),
      binding: count.describe("How many were selected and bind"),
      areas: z.array(areaCoverage).describe("The same for each area"),
      operations: z
        .array(operationCoverage)
        .optional()
        .describe("The operations that the document only names, of the areas that were selected"),
      words: z
        .strictObject({
          types: z.array(z.string()).describe("Values of transactionType, written as JSON"),
          statuses: z.array(z.string()).describe("Values of status, written as JSON"),
        })
        .optional()
        .describe("What transaction records have shown, in this run and in those that the history remembers"),
    })
    .optional()
    .describe(
      `How many of the requirements that were selected and bind were judged; of an interrupted run, of those that it came to. ${ABSENT_FROM_OLDER}`,
    ),
  reasonCode: z
    .enum(CAUSES)
    .optional()
    .describe("What stood in the way of a run that is unreachable; stable"),
  counts: z
    .strictObject(
      Object.fromEntries(VERDICTS.map((verdict) => [verdict, count.describe(`How many are ${verdict}`)])),
    )
    .describe("How many checks and observations have each verdict"),
  requests: z
    .strictObject({
      sent: count.describe("All that were sent"),
      retried: count.describe("Those sent again after a failure of the network"),
      rateLimited: count.describe("Waits for a rate limit"),
    })
    .describe("Requests of the run"),
  waiting: z
    .strictObject({
      seconds: z.number().nonnegative().describe("In all, in seconds"),
      reasons: z
        .array(
          z.strictObject({
            reason: z
              .enum(["asked", "rejected", "lag", "unanswered"])
              .describe(
                "asked: the target asked for it (HTTP 429, 503 with Retry-After, a code of limits.throttledCodes). rejected: to see whether a rejection of a valid request passes. lag: until query shows a write. unanswered: for answers that did not come",
              ),
            seconds: z.number().positive().describe("For this reason, in seconds"),
          }),
        )
        .describe("By reason; shorter waits than 0.1 s are left out"),
    })
    .optional()
    .describe(`How long the run waited beside its answers. ${ABSENT_FROM_OLDER}`),
  restored: z
    .array(
      z.strictObject({
        merchant: z.string().describe("Name of the merchant in the profile"),
        outcome: z
          .enum(["restored", "nothing to restore", "not restored"])
          .describe("Whether its configuration is what it was before the run"),
        note: z.string().optional().describe("What is doubtful about it, or why not"),
      }),
    )
    .describe("What became of the configuration of each merchant"),
  checks: z
    .array(checkSchema)
    .describe("What was judged, or could not be, in the order of the catalogue; pinned observations too"),
  observations: z.array(observationSchema).describe("What the target does where the document is silent"),
  waivers: z.array(waiver).describe("Accepted failures that the run was given"),
});
