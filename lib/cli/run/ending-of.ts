import { CAUSES } from "../../api/diagnosis/diagnosis.ts";
import { SENDS_NOTHING_MORE } from "../../http/breaker.ts";
import type { RunEnding } from "../../engine/settle/run-verdict.ts";
import type { Tally } from "../../engine/run/tally.ts";
import type { RunYield } from "../../reporters/run/build-run-result.ts";

/** Decides how a run ended. */
export function endingOf(
  { defects, judgements, planned, progress: { refusal } }: Tally,
  interrupted = false,
): RunEnding & Pick<RunYield, "reason" | "reasonCode"> {
  if (defects.size > 0) return { interrupted, broken: true, reason: [...defects].join("\n") };
  if (interrupted) {
    const ran = judgements.filter(({ result: { requirement } }) => planned.has(requirement));
    return { interrupted, reason: `${ran.length} of ${planned.size} checks ran.` };
  }
  if (refusal !== undefined) {
    const reasonCode = CAUSES.find((cause) => cause === refusal.code);
    return { unreachable: true, reason: refusal.reason, ...(reasonCode && { reasonCode }) };
  }
  const [end] = judgements.flatMap(({ result }) =>
    result.reason?.startsWith(SENDS_NOTHING_MORE) === true ? [result.reason] : [],
  );
  return end === undefined ? {} : { reason: end };
}
