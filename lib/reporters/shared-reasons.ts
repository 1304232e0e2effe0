import type { CheckResult } from "../engine/result.ts";

/** Why some checks were not judged, and which ones. */
export interface SharedReason {
  /** Ids, the first of many, or areas with how many of their checks; text of ours. */
  readonly whose: string;
  readonly reason: string;
}

const MAX_IDS = 4;

/** The reasons of the checks that could not be decided, each once. */
export function undecided(checks: readonly CheckResult[]): SharedReason[] {
  return shared(checks, "inconclusive", (members) => {
    const ids = members.map(({ requirement }) => requirement);
    const left = ids.length - MAX_IDS;
    return left <= 0 ? ids.join(", ") : `${ids.slice(0, MAX_IDS).join(", ")} and ${left} more`;
  });
}

/** Why checks are uncovered, and what would cover them, each once. */
export function uncovered(checks: readonly CheckResult[]): SharedReason[] {
  return shared(checks, "uncovered", (members) => {
    const areas = Map.groupBy(members, ({ area }) => area);
    return [...areas].map(([area, { length }]) => `${area} (${length})`).join(", ");
  });
}

function shared(
  checks: readonly CheckResult[],
  verdict: CheckResult["verdict"],
  whose: (members: readonly CheckResult[]) => string,
): SharedReason[] {
  const concerned = checks.filter((check) => check.verdict === verdict);
  const reasons = Map.groupBy(concerned, ({ reason = "no reason given" }) => reason);
  return [...reasons].map(([reason, members]) => ({ reason, whose: whose(members) }));
}
