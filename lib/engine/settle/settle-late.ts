import type { CheckResult, Judgement, NoJudgement } from "../record/result.ts";
import { type Evidence, UnreturnedError } from "../record/verdict.ts";

/**
 * Changes a result at the end of a run, if the target returned its missing field later. Another run may decide it.
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

/**
 * Changes failures at the end of a run that saw another client beyond doubt, even later: that client may have
 * caused them. A violation that one answer shows alone stays.
 * @param sighting undefined: no other client was seen beyond doubt
 */
export function settleInterfered(judgement: Judgement, sighting: string | undefined): Judgement {
  const { result } = judgement;
  if (sighting === undefined || !("verdict" in result) || result.verdict !== "failed") return judgement;
  const { violation, counterexample: _, generated: __, ...others } = result;
  return violation?.alone === true
    ? judgement
    : { ...judgement, result: { ...others, ...interferedResult(sighting, violation) } };
}

/** A failure that another client may have caused. */
export function interferedResult(
  interference: string,
  { expected, actual }: Pick<Evidence, "expected" | "actual"> = { expected: "", actual: "" },
): Pick<CheckResult, "code" | "reason"> & { readonly verdict: "inconclusive" } {
  return {
    verdict: "inconclusive",
    code: "other-client",
    reason: `${interference} Meanwhile expected was ${expected}, and got was ${actual}.`,
  };
}
