import type { Judgement } from "./result.ts";
import type { KnownWaiver } from "../cli/run/known-waivers.ts";

/** A judgement whose failure is accepted is `waived`; everything else about it stays. */
export function applyWaivers(judgement: Judgement, waivers: readonly KnownWaiver[]): Judgement {
  const { result } = judgement;
  const waiver = waivers.find(({ requirement }) => requirement === judgement.requirement);
  if (waiver === undefined || !("verdict" in result) || result.verdict !== "failed") return judgement;
  const { reason, owner, expires } = waiver;
  return { ...judgement, result: { ...result, verdict: "waived", waiver: { reason, owner, expires } } };
}
