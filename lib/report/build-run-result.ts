import type { Restoration } from "../guest/restoration.ts";
import { requirementIds } from "../requirements/catalogue.ts";
import type { CheckResult, Judgement, ObservationResult, RequestCounts } from "../result.ts";
import { runVerdict, RUN_VERDICTS, type RunEnding } from "../run-verdict.ts";
import { countVerdicts } from "./count-verdicts.ts";
import type { RunHeader, RunResult } from "./run-result.ts";

/** What a run brought, before it is judged as a whole. */
export interface RunYield extends RunEnding {
  readonly judgements: readonly Judgement[];
  readonly requests: Readonly<RequestCounts>;
  readonly restored: readonly Restoration[];
  readonly durationMs: number;
  readonly reason?: string;
}

/** The result of a run, its checks and observations in the order of the catalogue. */
export function buildRunResult(header: RunHeader, yielded: RunYield): RunResult {
  const results = yielded.judgements
    .toSorted((a, b) => requirementIds.indexOf(a.requirement) - requirementIds.indexOf(b.requirement))
    .map(({ result }) => result);
  const checks = results.filter(isCheckResult);
  const observations = results.filter((result): result is ObservationResult => !isCheckResult(result));
  const verdict = runVerdict(checks, yielded);
  return {
    schemaVersion: 1,
    ...header,
    durationMs: Math.round(yielded.durationMs),
    verdict,
    exitCode: RUN_VERDICTS[verdict],
    ...(yielded.reason !== undefined && { reason: yielded.reason }),
    counts: countVerdicts(checks, observations),
    requests: yielded.requests,
    restored: yielded.restored,
    checks,
    observations,
  };
}

function isCheckResult(result: CheckResult | ObservationResult): result is CheckResult {
  return "verdict" in result;
}
