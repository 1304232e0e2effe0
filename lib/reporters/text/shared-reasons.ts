import type { StoredCheck } from "../stored/run-result.ts";

/** Explains the verdict of a check in one sentence. */
export function reasonOf({ reason, violation, verdict }: StoredCheck): string {
  if (reason !== undefined) return reason;
  return violation === undefined ? verdict : `expected ${violation.expected}, got ${violation.actual}`;
}

/** A reason for missing verdicts, and the checks that share it. */
export interface SharedReason {
  /** Ids, or the number of checks and their areas. Text of the suite. */
  readonly whose: string;
  readonly reason: string;
  readonly members: readonly StoredCheck[];
}

const MAX_IDS = 4;
const MAX_AREAS = 4;
const MAX_FIELDS = 2;

/** The reasons of inconclusive checks, each once. */
export function undecidedReasons(checks: readonly StoredCheck[]): SharedReason[] {
  const reasons = Map.groupBy(having(checks, "inconclusive"), reasonOf);
  return [...reasons].map(([reason, members]) => {
    const ids = members.map(({ requirement }) => requirement);
    return { reason, members, whose: listText(ids, MAX_IDS, "more") };
  });
}

/** Explains why checks are uncovered, with one reason for each section of the profile. */
export function uncoveredReasons(checks: readonly StoredCheck[]): SharedReason[] {
  const sections = Map.groupBy(having(checks, "uncovered"), (check) => sectionOf(check) ?? reasonOf(check));
  return [...sections].map(([section, members]) => {
    const areas = [...new Set(members.map(({ area }) => area))];
    const whose = `${members.length} of ${listText(areas, MAX_AREAS, "more areas")}`;
    return { whose, members, reason: sharedText(section, members) };
  });
}

/** The section of the profile that lacks a field. Undefined: another reason. */
function sectionOf({ code, field }: StoredCheck): string | undefined {
  return code === "need-not-offered" ? field?.replace(/[.[].*$/s, "") : undefined;
}

function sharedText(section: string, members: readonly StoredCheck[]): string {
  const reasons = new Set(members.map(reasonOf));
  const [only = section] = reasons;
  if (reasons.size === 1) return only;
  const counted = [...Map.groupBy(members, ({ field = section }) => field)];
  const fields = counted
    .toSorted(([, some], [, others]) => others.length - some.length)
    .map(([field]) => `\`${field}\``);
  return `Not checked: add more under \`${section}\`, first ${listText(fields, MAX_FIELDS, "more")}.`;
}

function having(checks: readonly StoredCheck[], verdict: StoredCheck["verdict"]): readonly StoredCheck[] {
  return checks.filter((check) => check.verdict === verdict);
}

function listText(texts: readonly string[], most: number, rest: string): string {
  const left = texts.length - most;
  return left <= 0 ? texts.join(", ") : `${texts.slice(0, most).join(", ")} and ${left} ${rest}`;
}
