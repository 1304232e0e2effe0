import type { PlannedRow } from "../../engine/plan.ts";
import type { Requirement } from "../../api/requirement.ts";
import { SECTIONS } from "../../profile/needs.ts";

const REASON =
  "A recording holds neither deliveries nor exchanges with an MCP service: only a run against the target judges them.";

/** Rows of a run that is judged again: what was never recorded is not for want of a field in the profile. */
export function unrecorded(rows: readonly PlannedRow<Requirement>[]): PlannedRow<Requirement>[] {
  return rows.map((row) => {
    const { why, requirement } = row;
    const isRecorded = !(requirement.needs ?? []).some((need) => SECTIONS.includes(need));
    if (isRecorded || why?.code !== "need-not-offered") return row;
    return { ...row, why: { verdict: "uncovered", code: "not-recorded", reason: REASON } };
  });
}
