import type { Verdict } from "../../engine/record/verdict.ts";
import { z } from "zod";
import { orAbsent } from "../../files/fields.ts";
import { coverageSchema } from "../../api/operations/operation-coverage.ts";
import { CAUSES } from "../../api/diagnosis/diagnosis.ts";
import {
  checkSchema,
  count,
  levelSchema,
  observationSchema,
  openCode,
  requestsSchema,
  restorationSchema,
  waitingSchema,
  waiverSchema,
  warningSchema,
} from "../../engine/record/result-schema.ts";
import { RUN_VERDICTS_WORST_FIRST } from "./verdict-looks.ts";

/** The name of the schema of `conformance.json`; another shape has another number. */
export const RESULT_SCHEMA_ID = "urn:card-issuing-conformance:result:1";

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

const areaCoverage = z.object({
  area: z.string().describe("Chapter of the catalogue. Its ids begin with this name"),
  binding: count.describe("Number of selected requirements that apply"),
  judged: count.describe("Number of those that passed, failed, warned or were waived"),
  uncovered: count.describe("Number of those that lack a field of the profile or data of the target"),
});

/** The shape of `conformance.json`; published as `conformance.schema.json`. */
export const runResultSchema = z.object({
  $schema: z.literal(RESULT_SCHEMA_ID).describe("Name of this schema"),
  schemaVersion: z.literal(1).describe("Version of this schema. New members do not change it"),
  runId: z.string().describe("Unique id of the run. The callback URLs that it registered contain it"),
  suite: z
    .object({
      name: z.string().describe("Name of the package"),
      version: z.string().describe("Its version"),
    })
    .describe("The suite"),
  target: z
    .object({
      name: z.string().describe("Name of the target in the profile"),
      baseUrl: z.string().describe("Address below which /abc/v1 lies"),
      authMode: z.string().describe("api-key or signed"),
    })
    .describe("The checked target"),
  profileDigest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("SHA-256 of the profile's file, in hex"),
  embedded: orAbsent(z.literal(true), "The target was the embedded reference, and no deployment"),
  startedAt: z.iso.datetime().describe("Start of the run, UTC"),
  endedAt: z.iso.datetime().describe("End of the run, UTC"),
  durationMs: z
    .number()
    .nonnegative()
    .describe("Duration of the run with snapshot and restoration, in milliseconds"),
  seed: z.int().describe("Seed of the generated cases"),
  depth: z.enum(["quick", "standard", "deep"]).describe("Depth: how many generated cases each check tried"),
  label: orAbsent(z.string(), "Name of the checked version, for example a commit"),
  deployment: orAbsent(z.string(), "Deployment that was checked, by its SHA-256: name@sha256:digest"),
  levels: orAbsent(
    z.array(levelSchema),
    "Levels that the run checked, without observations. Absent: all levels",
  ),
  selection: orAbsent(
    selectionSchema,
    "Selection of the run. Empty lists: the whole catalogue. Absent: the run only observed",
  ),
  verdict: z.enum(RUN_VERDICTS_WORST_FIRST).describe("Verdict of the run"),
  exitCode: count.describe("Exit code that follows from the verdict alone"),
  reason: orAbsent(z.string(), "Reason why the run checked nothing, or less than planned"),
  warnings: z.array(warningSchema).describe("Warnings about the target"),
  coverage: z
    .object({
      judged: count.describe("Number that passed, failed, warned or were waived"),
      binding: count.describe("Number of selected requirements that apply"),
      areas: z.array(areaCoverage).describe("The same numbers for each area"),
      operations: orAbsent(
        z.array(coverageSchema),
        "Operations that the document only names, of the selected areas",
      ),
      words: orAbsent(
        z.object({
          types: z.array(z.string()).describe("Values of transactionType, written as JSON"),
          statuses: z.array(z.string()).describe("Values of status, written as JSON"),
        }),
        "Values in transaction records, in this run and in the runs of the history",
      ),
    })
    .describe(
      "How many of the selected requirements that apply were checked. After an interruption: of those that the run reached",
    ),
  reasonCode: orAbsent(openCode(CAUSES), "Stable code of the cause of an unreachable run"),
  counts: z
    .object({
      passed: count.describe("Number of passed"),
      failed: count.describe("Number of failed"),
      waived: count.describe("Number of waived"),
      warned: count.describe("Number of warned"),
      observed: count.describe("Number of observed"),
      inapplicable: count.describe("Number of inapplicable"),
      uncovered: count.describe("Number of uncovered"),
      inconclusive: count.describe("Number of inconclusive"),
      errored: count.describe("Number of errored"),
    } satisfies Record<Verdict, z.ZodType>)
    .describe("Number of checks and observations with each verdict"),
  requests: requestsSchema.describe("Requests of the run"),
  lanes: count.min(1).describe("Number of pairs of merchants that the run checked at once"),
  waiting: z
    .object({
      seconds: z.number().nonnegative().describe("Total, in seconds"),
      reasons: z.array(waitingSchema).describe("Waits by reason. Waits below 0.1 s are omitted"),
    })
    .describe("Time that the run waited apart from its answers"),
  restored: z.array(restorationSchema).describe("Restoration of the configuration of each merchant"),
  checks: z
    .array(checkSchema)
    .describe("Results of checks and of pinned observations, in the order of the catalogue"),
  observations: z.array(observationSchema).describe("Behaviour of the target where the document is silent"),
  waivers: z.array(waiverSchema).describe("Accepted failures that the run was given"),
});
