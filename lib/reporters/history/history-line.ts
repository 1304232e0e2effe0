import { z } from "zod";
import { RUN_VERDICTS, type RunVerdict } from "../../engine/run-verdict.ts";
import type { Verdict } from "../../engine/verdict.ts";
import type { RunResult } from "../run-result.ts";
import { levelSchema, VERDICTS } from "../result-fields.ts";
import type { PastRun } from "./past-run.ts";

const runVerdict = z.custom<RunVerdict>(
  (value) => typeof value === "string" && Object.hasOwn(RUN_VERDICTS, value),
);

/** The selection of a run, as results and their history store it. Unknown members are dropped. */
const storedSelection = z.object({
  selectors: z.array(z.string()),
  skip: z.array(z.string()),
  levels: z.array(levelSchema),
  readOnly: z.literal(true).optional(),
  failedIn: z.string().optional(),
});

const ours = z.object({
  runId: z.string().exactOptional(),
  startedAt: z.iso.datetime(),
  target: z.object({ name: z.string(), baseUrl: z.string() }),
  verdict: runVerdict,
  suite: z.object({ name: z.string(), version: z.string() }),
  depth: z.string(),
  label: z.string().exactOptional(),
  selection: storedSelection.exactOptional(),
  requests: z.number(),
  durationMs: z.number().exactOptional(),
  counts: z.partialRecord(z.enum(VERDICTS), z.number()).exactOptional(),
  checks: z.partialRecord(z.enum(VERDICTS), z.array(z.string())),
  words: z.object({ types: z.array(z.string()), statuses: z.array(z.string()) }).exactOptional(),
});

/** A run as later runs need it. */
export type HistoryLine = z.output<typeof ours>;

/** Reads the known part of a line. Undefined: it is not a line of a history. Unknown members are dropped. */
export function knownLine(line: unknown): HistoryLine | undefined {
  return ours.safeParse(line).data;
}

/** A run as the members of a line of `history.jsonl`. */
export function historyLine(result: RunResult): HistoryLine {
  const { runId, startedAt, target, verdict, suite, depth, label, requests, counts, checks } = result;
  const { coverage, selection, durationMs } = result;
  const { words } = coverage;
  const byVerdict = Map.groupBy(checks, (check) => check.verdict);
  return {
    runId,
    startedAt,
    target: { name: target.name, baseUrl: target.baseUrl },
    verdict,
    suite,
    depth,
    ...(label !== undefined && { label }),
    ...(selection !== undefined && {
      selection: {
        ...selection,
        selectors: [...selection.selectors],
        skip: [...selection.skip],
        levels: selection.levels.filter((level) => level !== "unspecified"),
      },
    }),
    requests: requests.sent,
    durationMs,
    counts,
    ...(words !== undefined && { words: { types: [...words.types], statuses: [...words.statuses] } }),
    checks: Object.fromEntries(
      [...byVerdict].map(([name, members]) => [name, members.map(({ requirement }) => requirement)]),
    ),
  };
}

/** The run that a line is about. */
export function pastRun(run: HistoryLine): PastRun {
  const { startedAt, target, verdict, suite, depth, label, requests, checks, words } = run;
  return {
    startedAt,
    target,
    verdict,
    suite: suite.version,
    depth,
    ...(label !== undefined && { label }),
    requests,
    ...(words !== undefined && { words }),
    checks: verdictsOf(checks),
  };
}

function verdictsOf(checks: HistoryLine["checks"]): Map<string, Verdict> {
  return new Map(
    VERDICTS.flatMap((verdict) =>
      (checks[verdict] ?? []).map((requirement): [string, Verdict] => [requirement, verdict]),
    ),
  );
}
