import type { OperationCoverage } from "../../api/operations/operation-coverage.ts";
import type { SeenWords } from "../../api/operations/vocabulary.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import type { Cause } from "../../api/diagnosis/diagnosis.ts";
import type {
  CheckResult,
  Judgement,
  ObservationResult,
  RequestCounts,
  RunWaiting,
  RunWarning,
  Restoration,
  Waiver,
} from "../../engine/record/result.ts";
import { runVerdict, RUN_VERDICTS, type RunEnding } from "../../engine/settle/run-verdict.ts";
import { settleWaivers } from "../../engine/settle/settle-waivers.ts";
import { waiverProblems } from "../stored/waiver-problem.ts";
import { countVerdicts } from "../stored/count-verdicts.ts";
import { RESULT_SCHEMA_ID } from "../stored/run-result-schema.ts";
import type { RunHeader, RunResult } from "../stored/run-result.ts";
import { restrictionText } from "../stored/restriction-text.ts";
import { clipText } from "../../text/clip.ts";
import type { Verdict } from "../../engine/record/verdict.ts";

type Coverage = RunResult["coverage"];

const MAX_WORDS = 60;
const MAX_WORD_CHARS = 80;
const JUDGED: readonly Verdict[] = ["passed", "failed", "warned", "waived"];

/** Counts the checked requirements of the selected areas. */
export function coverageOf(
  checks: readonly CheckResult[],
  { operations = [], words }: Pick<Coverage, "operations" | "words"> = {},
): Coverage {
  const areas = [...Map.groupBy(checks, ({ area }) => area)].map(([area, members]) => {
    const count = (isCounted: (check: CheckResult) => boolean) => members.filter(isCounted).length;
    return {
      area,
      binding: count(({ verdict }) => verdict !== "inapplicable"),
      judged: count(({ verdict }) => JUDGED.includes(verdict)),
      uncovered: count(({ verdict }) => verdict === "uncovered"),
    };
  });
  const selected = new Set(areas.map(({ area }) => area));
  const named = operations.filter(({ operation }) => selected.has(operation.split("/")[0] ?? operation));
  return {
    judged: sum(areas.map(({ judged }) => judged)),
    binding: sum(areas.map(({ binding }) => binding)),
    areas,
    ...(named.length > 0 && { operations: named }),
    ...(words !== undefined && words.types.length > 0 && { words: bounded(words) }),
  };
}

/** A target may return any number of values. Those beyond the limits of the document are checked, but not kept. */
function bounded({ types, statuses }: SeenWords): SeenWords {
  return { types: some(types), statuses: some(statuses) };
}

function some(values: readonly string[]): readonly string[] {
  return values.slice(0, MAX_WORDS).map((value) => clipText(value, MAX_WORD_CHARS));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The outcome of a run, before its verdict. */
export interface RunYield extends RunEnding {
  readonly judgements: readonly Judgement[];
  readonly requests: Readonly<RequestCounts>;
  readonly restored: readonly Restoration[];
  readonly durationMs: number;
  readonly warnings?: readonly RunWarning[];
  /** Waiting times by reason. A reason may appear twice. */
  readonly waiting?: readonly RunWaiting[];
  /** How many lanes judged at once. Default: 1. */
  readonly lanes?: number;
  /** How far the run came with each operation that the document only names. */
  readonly operations?: readonly OperationCoverage[];
  /** Values in transaction records, also of earlier runs. */
  readonly words?: SeenWords;
  readonly reason?: string;
  readonly reasonCode?: Cause;
}

type PinPlace = NonNullable<CheckResult["pin"]>;

/** Inputs of a run besides its target. */
export interface RunTerms {
  readonly waivers?: readonly Waiver[];
  /** The command that shows a failure again, by requirement. */
  readonly replays?: ReadonlyMap<string, string>;
  /** The place of each pin in the profile. */
  readonly pins?: ReadonlyMap<string, PinPlace>;
  /** Every requirement, in the order of the results. */
  readonly order?: readonly RequirementId[];
  /** When the run ended, in milliseconds since 1970. Default: now. */
  readonly endedAt?: number;
}

/** Builds the result of a run, with checks and observations in the order of the catalogue. */
export function buildRunResult(header: RunHeader, yielded: RunYield, terms: RunTerms = {}): RunResult {
  const { order = [] } = terms;
  const ordered = yielded.judgements.toSorted(
    (a, b) => order.indexOf(a.requirement) - order.indexOf(b.requirement),
  );
  const checks = ordered
    .map(({ result }) => result)
    .filter(isCheckResult)
    .map((check) => withPlaces(check, terms));
  const observations = ordered.flatMap(({ result, observation }) =>
    isCheckResult(result) ? (observation ?? []) : [result],
  );
  const waivers = settleWaivers(terms.waivers ?? [], checks, header.startedAt.slice(0, 10));
  const verdict = runVerdict(checks, {
    ...yielded,
    brokenWaiver: waiverProblems(waivers).length > 0,
    restricted: restrictionText(header.selection) !== undefined,
  });
  return {
    $schema: RESULT_SCHEMA_ID,
    schemaVersion: 1,
    ...header,
    endedAt: new Date(terms.endedAt ?? Date.now()).toISOString(),
    durationMs: Math.round(yielded.durationMs),
    verdict,
    exitCode: RUN_VERDICTS[verdict],
    ...(yielded.reason !== undefined && { reason: yielded.reason }),
    warnings: yielded.warnings ?? [],
    coverage: coverageOf(checks, yielded),
    ...(yielded.reasonCode !== undefined && { reasonCode: yielded.reasonCode }),
    counts: countVerdicts(checks, observations),
    requests: yielded.requests,
    lanes: yielded.lanes ?? 1,
    waiting: waitingOf(yielded),
    restored: yielded.restored,
    checks,
    observations,
    waivers,
  };
}

/** Adds up the waits of the checks and of the visit. */
function waitingOf({ waiting = [] }: Pick<RunYield, "waiting">): RunResult["waiting"] {
  const tenths = new Map<RunWaiting["reason"], number>();
  for (const { reason, seconds } of waiting)
    tenths.set(reason, (tenths.get(reason) ?? 0) + Math.round(seconds * 10));
  const all = sum([...tenths.values()]);
  return { seconds: all / 10, reasons: [...tenths].map(([reason, one]) => ({ reason, seconds: one / 10 })) };
}

function withPlaces(check: CheckResult, { replays, pins }: RunTerms): CheckResult {
  const replay = replays?.get(check.requirement);
  const pin = check.violation === undefined ? undefined : pins?.get(check.requirement);
  return {
    ...check,
    ...(replay !== undefined && { replay }),
    ...(pin !== undefined && { pin: { file: pin.file, line: pin.line } }),
  };
}

function isCheckResult(result: CheckResult | ObservationResult): result is CheckResult {
  return "verdict" in result;
}
