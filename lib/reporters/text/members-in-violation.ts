import type { StoredViolation } from "../stored/run-result.ts";

/** The members of an answer that a violation is about, in the order of its sentence. */
export function membersInViolation(
  violation: Pick<StoredViolation, "expected" | "actual"> | undefined,
): string[] {
  const texts = violation === undefined ? [] : [violation.expected, violation.actual];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)))];
}
