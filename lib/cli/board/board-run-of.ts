import { z } from "zod";
import { RUN_VERDICTS, type RunVerdict } from "../../engine/run-verdict.ts";
import type { Verdict } from "../../engine/verdict.ts";
import type { BoardRun } from "../../reporters/board/board-run.ts";
import type { VerdictRegister } from "../../reporters/board/verdict-register.ts";
import { type HistoryLine, storedSelection } from "../../reporters/history/history-line.ts";
import { restrictionText } from "../../reporters/restriction-text.ts";
import { VERDICTS } from "../../reporters/result-fields.ts";
import { clipText } from "../../text/clip.ts";

const MAX_NAME = 120;
const MAX_ADDRESS = 300;
const MAX_WORD = 40;

/** The members of a result that the board shows. Results of later versions may have others. */
const boardResult = z.object({
  runId: z.string().optional(),
  startedAt: z.iso.datetime(),
  target: z.object({ name: z.string(), baseUrl: z.string() }),
  verdict: z.custom<RunVerdict>((value) => typeof value === "string" && Object.hasOwn(RUN_VERDICTS, value)),
  suite: z.object({ version: z.string() }),
  depth: z.string(),
  label: z.string().optional(),
  selection: storedSelection.optional(),
  requests: z.object({ sent: z.number() }),
  durationMs: z.number().optional(),
  checks: z.array(z.object({ requirement: z.string(), verdict: z.enum(VERDICTS) })),
});

type Facts = Omit<z.output<typeof boardResult>, "requests" | "checks">;
type Checks = Iterable<readonly [id: string, verdict: Verdict]>;

/** Reads the run of a parsed result. Undefined: it is not a result of a run. */
export function runOfResult(value: unknown, register: VerdictRegister): BoardRun | undefined {
  const { data } = boardResult.safeParse(value);
  if (data === undefined) return undefined;
  const checks = data.checks.map(({ requirement, verdict }) => [requirement, verdict] as const);
  return runOf(data, data.requests.sent, { checks, register });
}

/** Reads the run of a line of a history. Undefined: it names something else than requirements. */
export function runOfLine(line: HistoryLine, register: VerdictRegister): BoardRun | undefined {
  const checks = VERDICTS.flatMap((verdict) =>
    (line.checks[verdict] ?? []).map((requirement) => [requirement, verdict] as const),
  );
  return runOf(line, line.requests, { checks, register });
}

function runOf(
  facts: Facts,
  requests: number,
  { checks, register }: { readonly checks: Checks; readonly register: VerdictRegister },
): BoardRun | undefined {
  const packed = register.pack(checks);
  if (packed === undefined) return undefined;
  const { startedAt, target, verdict, runId, label, suite, depth, selection, durationMs } = facts;
  const scope = restrictionText(selection);
  return {
    startedAt: new Date(startedAt).toISOString(),
    target: { name: nameOf(target), baseUrl: clipText(target.baseUrl, MAX_ADDRESS) },
    verdict,
    ...(runId !== undefined && { runId: clipText(runId, MAX_WORD) }),
    ...(label !== undefined && { label: clipText(label, MAX_NAME) }),
    suite: clipText(suite.version, MAX_WORD),
    depth: clipText(depth, MAX_WORD),
    ...(scope !== undefined && { scope: clipText(scope, MAX_NAME) }),
    requests: Math.max(0, requests),
    ...(durationMs !== undefined && { durationMs: Math.max(0, durationMs) }),
    checks: packed,
  };
}

/** A target without a name still needs a link that a reader can follow. */
function nameOf({ name }: Facts["target"]): string {
  return name.trim() === "" ? "(no name)" : clipText(name, MAX_NAME);
}
