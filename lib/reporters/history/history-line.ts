import { z } from "zod";
import { clipText } from "../../text/clip.ts";
import { restrictionText } from "../stored/restriction-text.ts";
import type { RunResult, StoredVerdict } from "../stored/run-result.ts";
import type { Frozen } from "../../files/fields.ts";
import { idSchema, VERDICTS } from "../../engine/record/result-schema.ts";
import { selectionSchema } from "../stored/run-result-schema.ts";
import { RUN_VERDICTS_WORST_FIRST } from "../stored/verdict-looks.ts";

const ours = z.object({
  runId: z.string(),
  startedAt: z.iso.datetime(),
  target: z.object({ name: z.string(), baseUrl: z.string() }),
  verdict: z.enum(RUN_VERDICTS_WORST_FIRST),
  suite: z.object({ name: z.string(), version: z.string() }),
  depth: z.string(),
  label: z.string().exactOptional(),
  selection: selectionSchema.exactOptional(),
  requests: z.number(),
  durationMs: z.number(),
  counts: z.partialRecord(z.enum(VERDICTS), z.number()).exactOptional(),
  checks: z.partialRecord(z.enum(VERDICTS), z.array(idSchema)),
  words: z.object({ types: z.array(z.string()), statuses: z.array(z.string()) }).exactOptional(),
});

/** A run as later runs need it. */
export type HistoryLine = Frozen<z.output<typeof ours>>;

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
    ...(selection !== undefined && { selection }),
    requests: requests.sent,
    durationMs,
    counts,
    ...(words !== undefined && { words }),
    checks: Object.fromEntries(
      [...byVerdict].map(([name, members]) => [name, members.map(({ requirement }) => requirement)]),
    ),
  };
}

/** A run as pages show it. Its texts are of unknown origin and have a limited length. Its numbers are not negative. */
export interface PastRun extends Omit<HistoryLine, "suite" | "selection" | "counts" | "words" | "checks"> {
  readonly suite: string;
  /** The restriction of the run, such as `callback-url only`. */
  readonly scope?: string;
  /** The verdict of each requirement that was run. */
  readonly checks: ReadonlyMap<string, StoredVerdict>;
  /** Relative address of the report of the run. */
  readonly report?: string;
}

const MAX_NAME = 120;
const MAX_ADDRESS = 300;
const MAX_WORD = 40;

/** The run that a line is about. Limits its texts and numbers. */
export function pastRun(line: HistoryLine): PastRun {
  const { startedAt, target, verdict, runId, label, suite, depth, selection, requests, durationMs } = line;
  const scope = restrictionText(selection);
  return {
    startedAt: new Date(startedAt).toISOString(),
    target: { name: nameOf(target), baseUrl: clipText(target.baseUrl, MAX_ADDRESS) },
    verdict,
    runId: clipText(runId, MAX_WORD),
    ...(label !== undefined && { label: clipText(label, MAX_NAME) }),
    suite: clipText(suite.version, MAX_WORD),
    depth: clipText(depth, MAX_WORD),
    ...(scope !== undefined && { scope: clipText(scope, MAX_NAME) }),
    requests: Math.max(0, requests),
    durationMs: Math.max(0, durationMs),
    checks: verdictsOf(line.checks),
  };
}

/** A target without a name still needs a link that a reader can follow. */
function nameOf({ name }: HistoryLine["target"]): string {
  return name.trim() === "" ? "(no name)" : clipText(name, MAX_NAME);
}

function verdictsOf(checks: HistoryLine["checks"]): Map<string, StoredVerdict> {
  return new Map(
    VERDICTS.flatMap((verdict) =>
      (checks[verdict] ?? []).map((requirement): [string, StoredVerdict] => [requirement, verdict]),
    ),
  );
}
