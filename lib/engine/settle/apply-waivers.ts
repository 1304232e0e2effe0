import type { Judgement } from "../record/result.ts";
import type { Waiver } from "../requirement/waiver.ts";

/** A judgement whose failure is accepted is `waived`; everything else about it stays. */
export function applyWaivers(judgement: Judgement, waivers: readonly Waiver[]): Judgement {
  const { result } = judgement;
  const waiver = waivers.find(({ requirement }) => requirement === judgement.requirement);
  if (waiver === undefined || !("verdict" in result) || result.verdict !== "failed") return judgement;
  const { reason, owner, expires } = waiver;
  return { ...judgement, result: { ...result, verdict: "waived", waiver: { reason, owner, expires } } };
}
