import { CAUSES } from "../../api/diagnosis/cause.ts";
import { SENDS_NOTHING_MORE } from "../../http/breaker.ts";
import type { RunEnding } from "../../engine/run-verdict.ts";
import type { Tally } from "../../engine/tally.ts";
import type { ReasonCode } from "../../engine/reason-code.ts";
import type { RunYield } from "../../reporters/build-run-result.ts";

/** Codes of requirements that send no request. */
const FORESEEN: readonly ReasonCode[] = [
  "does-not-bind",
  "not-implemented",
  "no-check-yet",
  "need-not-offered",
];

/** Decides how a run ended. */
export function endingOf(
  { defects, judgements, planned, refusal }: Tally,
  interrupted = false,
): RunEnding & Pick<RunYield, "reason" | "reasonCode"> {
  if (defects.size > 0) return { interrupted, broken: true, reason: [...defects].join("\n") };
  if (interrupted) {
    const asked = judgements.filter(({ result: { code } }) => code === undefined || !FORESEEN.includes(code));
    return { interrupted, reason: `${asked.length} of ${planned} checks ran.` };
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
