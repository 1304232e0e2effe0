import type { BoardRun } from "../../reporters/board/board-run.ts";
import type { VerdictRegister } from "../../reporters/board/verdict-register.ts";
import { type HistoryLine, pastRun } from "../../reporters/history/history-line.ts";
import type { PastRun } from "../../reporters/history/past-run.ts";
import { restrictionText } from "../../reporters/restriction-text.ts";
import type { RunSelection } from "../../reporters/run-result.ts";
import type { StoredResult } from "../../reporters/stored/read-result.ts";
import { clipText } from "../../text/clip.ts";

const MAX_NAME = 120;
const MAX_ADDRESS = 300;
const MAX_WORD = 40;

/** The facts of a run besides its checks, as results and histories have them. */
interface Facts extends Pick<StoredResult, "startedAt" | "verdict"> {
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly depth: string;
  readonly suite: { readonly version: string };
  readonly runId?: string | undefined;
  readonly label?: string | undefined;
  readonly selection?: RunSelection | undefined;
  readonly durationMs?: number | undefined;
}

/** Where the checks of a run are from. */
interface Packing {
  readonly register: VerdictRegister;
  /** The file of the run. */
  readonly file: string;
}

/** The run of a result. Undefined: it names something else than requirements. */
export function runOfResult(result: StoredResult, packing: Packing): BoardRun | undefined {
  const checks = new Map(result.checks.map(({ requirement, verdict }) => [requirement, verdict]));
  return runOf(result, { requests: result.requests.sent, checks }, packing);
}

/** The run of a line of a history. Undefined: it names something else than requirements. */
export function runOfLine(line: HistoryLine, packing: Packing): BoardRun | undefined {
  return runOf(line, pastRun(line), packing);
}

function runOf(
  facts: Facts,
  { requests = 0, checks }: Pick<PastRun, "requests" | "checks">,
  { register, file }: Packing,
): BoardRun | undefined {
  const packed = register.pack(checks, file);
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
