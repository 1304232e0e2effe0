import type { StoredRestoration } from "../stored/run-result.ts";

/** The outcome for the merchants, one text for all that share it. Names and notes are of unknown origin. */
export function sharedRestorations(restored: readonly StoredRestoration[]): string[] {
  const outcomes = Map.groupBy(restored, ({ outcome, note }) =>
    note === undefined ? outcome : `${outcome}: ${note}`,
  );
  return [...outcomes].map(
    ([outcome, members]) => `${members.map(({ merchant }) => merchant).join(", ")}: ${outcome}`,
  );
}
