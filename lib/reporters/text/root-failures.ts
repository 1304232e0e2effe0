import type { StoredCheck, StoredVerdict } from "../stored/run-result.ts";

const FAILED: readonly StoredVerdict[] = ["errored", "failed", "waived", "warned"];

/** The failures that no other failure explains, of these verdicts. */
export function rootFailures(checks: readonly StoredCheck[], verdicts = FAILED): readonly StoredCheck[] {
  return checks.filter(({ verdict, follows }) => verdicts.includes(verdict) && follows === undefined);
}

/** The failures that a root explains, in the order of the catalogue. */
export function followersOf(
  { requirement }: Pick<StoredCheck, "requirement">,
  checks: readonly StoredCheck[],
): readonly StoredCheck[] {
  return checks.filter(
    ({ verdict, follows }) => FAILED.includes(verdict) && follows?.includes(requirement) === true,
  );
}

/** The followers of a root, in one line. They may have another cause too. Undefined: none. */
export function followersText(
  root: Pick<StoredCheck, "requirement">,
  checks: readonly StoredCheck[],
): string | undefined {
  const followers = followersOf(root, checks);
  if (followers.length === 0) return undefined;
  const warnings = followers.filter(({ verdict }) => verdict === "warned").length;
  const counts = [counted(followers.length - warnings, "failure"), counted(warnings, "warning")];
  const ids = followers.map(({ requirement }) => requirement);
  return `probably ${counts.flat().join(" and ")} more: ${ids.join(", ")}`;
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

/** `1 failure, 17 follow from it`; undefined: nothing failed. */
export function failureCount(checks: readonly StoredCheck[]): string | undefined {
  const failed = checks.filter(({ verdict }) => verdict === "failed").length;
  const roots = rootFailures(checks, ["failed"]).length;
  if (failed === 0) return undefined;
  const [headline = ""] = counted(roots, "failure");
  return failed === roots
    ? headline
    : `${headline}, ${followText(failed - roots)} from ${roots === 1 ? "it" : "them"}`;
}

function followText(count: number): string {
  return `${count} ${count === 1 ? "follows" : "follow"}`;
}
