import type { CheckResult, Judgement } from "./result.ts";
import type { Evidence } from "./verdict.ts";

/**
 * What the end of a run makes of a failure where another client was seen beyond doubt, be it later: it may be of that
 * client's making. What one answer breaks by itself stands.
 * @param sighting undefined: no other client was seen beyond doubt
 */
export function settleInterfered(judgement: Judgement, sighting: string | undefined): Judgement {
  const { result } = judgement;
  if (sighting === undefined || !("verdict" in result) || result.verdict !== "failed") return judgement;
  const { violation, counterexample: _, generated: __, ...others } = result;
  return violation?.alone === true
    ? judgement
    : { ...judgement, result: { ...others, ...interfered(sighting, violation) } };
}

/** A failure that another client may have made. */
export function interfered(
  interference: string,
  { expected, actual }: Pick<Evidence, "expected" | "actual"> = { expected: "", actual: "" },
): Pick<CheckResult, "code" | "reason"> & { readonly verdict: "inconclusive" } {
  return {
    verdict: "inconclusive",
    code: "other-client",
    reason: `${interference} Meanwhile expected was ${expected}, and got was ${actual}.`,
  };
}
