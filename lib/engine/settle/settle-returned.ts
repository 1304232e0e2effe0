import type { Judgement, NoJudgement } from "../record/result.ts";
import { UnreturnedError } from "../record/verdict.ts";

/**
 * Changes a result at the end of a run, if the target returned its missing field later. Another run may
 * decide it.
 * @param returned the fields that the target has returned in the whole run
 */
export function settleReturned(judgement: Judgement, returned: readonly string[]): Judgement {
  const { result } = judgement;
  const sometimes = result.neverReturned?.filter((field) => returned.includes(field)) ?? [];
  if (sometimes.length === 0) return judgement;
  const { neverReturned: _, ...others } = result;
  const { code, message: reason } = new UnreturnedError(sometimes);
  const why: NoJudgement = { code, reason };
  return {
    ...judgement,
    result: "verdict" in others ? { ...others, ...why, verdict: "inconclusive" } : { ...others, ...why },
  };
}
